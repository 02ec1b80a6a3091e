/** V8 searches a shorter text well. For a longer one that repeats itself its time grows with the product of both lengths. */
const MOST_NATIVE = 256

/** Each index at which `wanted` is in a text, from the left; places may overlap. In linear time. */
export function* findPlaces(text: string, wanted: string): Generator<number> {
  if (wanted.length <= MOST_NATIVE)
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) yield at
  else yield* findLong(text, wanted)
}

/** Knuth, Morris and Pratt 1977: where a place fails, the beginning that still fits is known. */
function* findLong(text: string, wanted: string): Generator<number> {
  // A text without its first lines is no place for one with them: most files end here.
  if (!text.includes(wanted.slice(0, MOST_NATIVE))) return
  const borders = new Int32Array(wanted.length)
  for (let at = 1, fits = 0; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at)
    while (fits > 0 && wanted.charCodeAt(fits) !== code) fits = borders[fits - 1] ?? 0
    if (wanted.charCodeAt(fits) === code) fits += 1
    borders[at] = fits
  }
  for (let at = 0, fits = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (fits > 0 && wanted.charCodeAt(fits) !== code) fits = borders[fits - 1] ?? 0
    if (wanted.charCodeAt(fits) === code) fits += 1
    if (fits < wanted.length) continue
    yield at - wanted.length + 1
    fits = borders[fits - 1] ?? 0
  }
}
