// Formats numbers, times and terms of the proxy.

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const ROUGH = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

/** @param {number} value */
export function whole(value) {
  return WHOLE.format(value)
}

/** Three digits: 12.3K. @param {number} value */
export function rough(value) {
  return value < 1_000 ? String(Number(value.toPrecision(3))) : ROUGH.format(value)
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  return `${share > 0 && share < 0.01 ? '< 1' : Math.round(share * 100)} %`
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 0.5) return '0 s'
  if (ms < 950) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (seconds < 600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${whole(count)} ${count === 1 ? one : many}`
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let at = 0
  for (; value >= 1_000 && at < units.length - 1; at += 1) value /= 1_000
  return `${at === 0 ? value : value.toPrecision(3)} ${units[at]}`
}

/** The hour from 14 to 15. @param {number} hour */
export function hourName(hour) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  return `${two(hour)}:00 to ${two((hour + 1) % 24)}:00`
}

/** Yes, no, or not reported. @param {boolean | null} value */
export function yesNo(value) {
  return value === null ? 'not reported' : value ? 'yes' : 'no'
}

/** How far back a figure reaches. @param {number} seconds */
export function windowText(seconds) {
  return `${Math.round(seconds / 60)} min`
}
