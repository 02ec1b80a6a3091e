import { showControls } from '#core'

/** Marks in the typed text in the place of a longer text, such as a paste. */
export interface Chips {
  /** @returns the mark for a pasted text; the text itself where it is one line */
  paste(text: string): string
  /** @returns the mark for a picture */
  image(path: string): string
  /** Puts the texts in the place of their marks. */
  expand(line: string): string
  /** Puts the marks in the place of pasted texts. */
  collapse(text: string): string
  /** Each mark in the text with its place. */
  find(text: string): { start: number; end: number }[]
}

/** A paste of one line up to this length is typed as it is; a longer one would fill the screen. */
const LINE_CHARS = 1_000
const MARK = /\[(?:paste \d+: [^[\]\n]+|image \d+: [^[\]\n]+)\]/g
/** What the name of a picture may have in its mark. */
const NAME_CHARS = 40

export function createChips(): Chips {
  const texts = new Map<string, string>()
  let pastes = 0
  let images = 0

  return {
    paste(text) {
      const lines = text.split('\n').length
      if (lines === 1 && text.length <= LINE_CHARS) return text
      pastes += 1
      const size = lines > 1 ? `${lines} lines` : `${text.length} characters`
      const mark = `[paste ${pastes}: ${size}]`
      texts.set(mark, text)
      return mark
    },
    image(path) {
      images += 1
      const name = (path.split(/[\\/]/).at(-1) ?? '').replace(/[[\]\s]+/g, '_')
      // A dropped `file://` address may hold control bytes, which the editor would write as they are.
      const shown = showControls([...name].slice(-NAME_CHARS).join(''))
      const mark = `[image ${images}: ${shown}]`
      texts.set(mark, pictureWords(path))
      return mark
    },
    expand(line) {
      return line.replace(MARK, (mark) => texts.get(mark) ?? mark)
    },
    collapse(text) {
      let short = text
      // A paste may begin or end the message, which is trimmed.
      for (const [mark, pasted] of texts)
        for (const shown of [pasted, pasted.trim()])
          if (shown !== '') short = short.replaceAll(shown, () => mark)
      return short
    },
    find(text) {
      return [...text.matchAll(MARK)]
        .filter(([mark]) => texts.has(mark))
        .map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }))
    },
  }
}

/**
 * How a message names a picture. An absolute path is written as a terminal writes it on a drop: such a picture may be
 * outside of the project.
 */
export function pictureWords(path: string): string {
  if (/^(?:\/|~\/)/.test(path) && !path.includes("'")) return `'${path}'`
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}
