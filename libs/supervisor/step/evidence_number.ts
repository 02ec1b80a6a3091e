/** The number in an evidence id: 7 for `e7`. */
export function evidenceNumber(id: string): number {
  return Number(id.slice(1))
}
