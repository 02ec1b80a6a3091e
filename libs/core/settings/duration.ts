const UNITS: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, m: 60_000, h: 3_600_000 }

/**
 * Reads a duration: `30s`, `5m`, `1h`, `500ms`, `0`. Any other number without a unit could mean anything, so it is none.
 * @returns milliseconds; null when the text is no duration
 */
export function readDuration(text: string): number | null {
  const [, number = '', unit = ''] =
    /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|min|m|h)?\s*$/.exec(text) ?? []
  if (unit === '') return Number(number || 1) === 0 ? 0 : null
  const factor = UNITS[unit]
  return number === '' || factor === undefined ? null : Number(number) * factor
}
