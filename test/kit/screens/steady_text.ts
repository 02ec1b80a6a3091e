/** What a program writes to a terminal, with what differs from run to run replaced. */
export interface SteadyText {
  push(chunk: string): void
  /** Passes on what was held back. */
  flush(): void
}

/** Marks of a frame: what is before its end is complete. */
const FRAME = '\x1b[?2026h'
const FRAME_END = '\x1b[?2026l'
/** Lines outside of frames are passed on after this silence; a frame that has begun ends on a busy machine too. */
const SILENCE_MS = 40
const FRAME_MS = 5_000

/**
 * Replaces texts in what is written, whole frame by whole frame, so that none is cut in two.
 */
export function steadyText(
  names: readonly (readonly [from: string, to: string])[],
  pass: (text: string) => void,
): SteadyText {
  let held = ''
  let timer: NodeJS.Timeout | undefined
  const passTo = (to: number) => {
    const text = held.slice(0, to)
    held = held.slice(to)
    if (text !== '') pass(zeroed(names.reduce(replaced, text)))
  }
  return {
    push(chunk) {
      clearTimeout(timer)
      held += chunk
      const end = held.lastIndexOf(FRAME_END)
      if (end !== -1) passTo(end + FRAME_END.length)
      const waitMs = held.includes(FRAME) ? FRAME_MS : SILENCE_MS
      if (held !== '') timer = setTimeout(() => passTo(held.length), waitMs)
    },
    flush() {
      clearTimeout(timer)
      passTo(held.length)
    },
  }
}

/** Ids of tasks and sessions, and the names of the folders of ledgers, in as many characters. */
function zeroed(text: string): string {
  return text.replace(
    /(?<![a-z0-9_])([ts]_)([a-z0-9]{8,20})\b|\b(shop-)([0-9a-f]{12})\b/g,
    (_, id = '', digits = '', name = '', hash = '') =>
      id + name + '0'.repeat(digits.length + hash.length),
  )
}

function replaced(text: string, [from, to]: readonly [string, string]): string {
  return text.replaceAll(from, to)
}
