/** Knows whether the text so far ends inside of a fence. */
export function createFenceReader(): { read(text: string): void; open(): boolean } {
  let line = ''
  let mark = ''
  return {
    read(text) {
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) {
          const found = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
          if (mark === '') mark = found
          else if (found.startsWith(mark)) mark = ''
          line = ''
        }
        if (line.length < FENCE_REACH) line += part.slice(0, FENCE_REACH)
      }
    },
    open: () => mark !== '',
  }
}

/** A fence is at the start of its line. */
const FENCE_REACH = 40
