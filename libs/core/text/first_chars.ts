/** Half of a character, or what joins it to one that is cut off. */
const LOOSE_END = /[\u200d\ud800-\udbff]$/

/** The beginning of a text, with whole characters: half of an emoji is a mark on a screen, and no text for a terminal. */
export function firstChars(text: string, most: number): string {
  if (text.length <= most) return text
  let cut = text.slice(0, most)
  while (LOOSE_END.test(cut)) cut = cut.slice(0, -1)
  return cut
}
