/** The number of an evidence id: `e12` -> 12; null for any other text. */
export function parseEvidenceId(id: string): number | null {
  const digits = /^e([1-9]\d{0,14})$/.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The evidence ids inside a text, in order, in lower case: `[E3], e12` -> `e3`, `e12`. */
export function findEvidenceIds(text: string): string[] {
  return text.toLowerCase().match(/\be\d+\b/g) ?? []
}
