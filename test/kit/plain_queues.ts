import type { LoadQueue } from './queue_load.js'

interface Waiting {
  person: string
  begin(): void
}

/** First come, first served. */
export function fifoQueue(slots: number): LoadQueue {
  return createPlain(slots, () => 0)
}

/** One person after the other, whatever their requests cost. */
export function roundRobinQueue(slots: number): LoadQueue {
  let last = ''
  return createPlain(slots, (waiting) => {
    const people = [...new Set(waiting.map(({ person }) => person))].sort()
    last = people.find((person) => person > last) ?? people[0] ?? ''
    return waiting.findIndex(({ person }) => person === last)
  })
}

function createPlain(slots: number, choose: (waiting: readonly Waiting[]) => number): LoadQueue {
  const waiting: Waiting[] = []
  let running = 0

  function dispatch(): void {
    while (running < slots && waiting.length > 0) {
      const [next] = waiting.splice(choose(waiting), 1)
      running += 1
      next?.begin()
    }
  }

  return {
    enter({ person }) {
      const turn = new Promise<void>((begin) => waiting.push({ person, begin }))
      dispatch()
      return {
        turn,
        settle: () => {},
        release() {
          running -= 1
          dispatch()
        },
      }
    },
  }
}
