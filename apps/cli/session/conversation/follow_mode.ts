import type { Mode } from '#core'
import type { Answer, Question } from '#supervisor'

/** Questions that a change of the mode answers with yes. */
export interface ModeFollower {
  /** Asks, until the person answers or the mode allows it. */
  ask(
    question: Question,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
  /** The mode is another one now. */
  changed(mode: Mode): void
}

/** @param print  one line about a question that the mode answered */
export function followMode(print: (text: string) => void): ModeFollower {
  const open = new Set<(mode: Mode) => void>()
  return {
    changed(mode) {
      for (const check of open) check(mode)
    },
    async ask(question, signal, ask) {
      const decideNow = question.kind === 'permission' ? question.decideNow : undefined
      if (decideNow === undefined) return ask(signal)
      const own = new AbortController()
      let decided: Answer | null = null
      const check = (mode: Mode) => {
        // Plan is on the way to yolo, so a mode that denies leaves the question to the person.
        if (decideNow() !== 'allow') return
        const reason = `the mode is ${mode} now`
        decided = { decision: 'yes', reason }
        own.abort()
        print(`allowed: ${reason}\n`)
      }
      open.add(check)
      try {
        const answer = await ask(AbortSignal.any([signal, own.signal]))
        return decided ?? answer
      } finally {
        open.delete(check)
      }
    },
  }
}
