/** What a person sees as one character, and where it begins in the text. */
export interface Grapheme {
  segment: string
  index: number
}

/** V8's segmenter takes quadratic time for one long text: each step costs what the whole text is long. */
const WINDOW = 256

/**
 * The graphemes of a text, in linear time: in windows, of which each begins where a grapheme begins. Where the last
 * one of a window ends depends on what follows, so the next window begins with it.
 */
export function* graphemesIn(text: string, segmenter: Intl.Segmenter): Generator<Grapheme> {
  let size = WINDOW
  for (let from = 0; from < text.length; ) {
    let end = Math.min(text.length, from + size)
    // Half a pair would be read as another character.
    if (isPair(text, end - 1)) end += 1
    const begin = from
    let last = { segment: '', index: begin }
    for (const { segment, index } of segmenter.segment(text.slice(begin, end))) {
      if (last.segment !== '') yield last
      last = { segment, index: begin + index }
    }
    if (end === text.length) {
      yield last
      return
    }
    from = last.index
    // One grapheme that is longer than its window: a letter with hundreds of marks.
    size = from === begin ? size * 2 : WINDOW
  }
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
