import { firstChars, showControls } from '#core'
import type { QueuedLine } from '../input.js'

/** Lines that wait for the agent, in the order in which they were typed. */
export interface Queue {
  add(line: QueuedLine): void
  /** The next line for a free prompt: those for the running task come first. */
  shift(): string | undefined
  /** All lines for the running task. */
  takeSteers(): string[]
  takeAll(): string[]
  /** Takes the last line back. */
  pop(): string | undefined
  all(): readonly QueuedLine[]
  /** One row for each line. */
  rows(): string[]
}

const SHOWN_CHARS = 500

/** @param inWords  puts the texts of the program into the language of the person */
export function createQueue(inWords: (text: string) => string = (text) => text): Queue {
  const lines: QueuedLine[] = []
  const takeWhere = (isWanted: (line: QueuedLine) => boolean) => {
    const at = lines.findIndex(isWanted)
    return at === -1 ? undefined : lines.splice(at, 1)[0]?.text
  }
  return {
    add: (line) => void lines.push(line),
    shift: () => takeWhere(({ isFollowUp }) => !isFollowUp) ?? takeWhere(() => true),
    takeSteers() {
      const taken: string[] = []
      for (;;) {
        const text = takeWhere(({ isFollowUp }) => !isFollowUp)
        if (text === undefined) return taken
        taken.push(text)
      }
    },
    takeAll: () => lines.splice(0).map(({ text }) => text),
    pop: () => lines.pop()?.text,
    all: () => lines,
    rows: () =>
      lines.map(({ text, isFollowUp }, index) => {
        const when = isFollowUp ? 'runs when this task has ended' : 'delivered after this step'
        const hint = index === lines.length - 1 ? ` · ${inWords('Alt+↑ takes it back')}` : ''
        const line = showControls(firstChars(text, SHOWN_CHARS)).replace(/\s+/g, ' ')
        return `${inWords(`queued, ${when}: ${line}`)}${hint}`
      }),
  }
}
