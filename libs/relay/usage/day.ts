/** The calendar day of a time in the proxy's time zone, as `2026-11-21`: people's days end at midnight there. */
export function dayOf(nowMs: number): string {
  const minute = Math.floor(nowMs / MINUTE_MS)
  if (last.minute !== minute) last = { minute, day: readDay(nowMs) }
  return last.day
}

const MINUTE_MS = 60_000
/** Called at every request; no day begins inside a minute. */
let last = { minute: Number.NaN, day: '' }

function readDay(nowMs: number): string {
  const at = new Date(nowMs)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The day that is `days` days before the one of this time. */
export function daysBefore(nowMs: number, days: number): string {
  const at = new Date(nowMs)
  // At noon, so that an hour more or less in spring and autumn changes no date.
  return dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - days, 12).getTime())
}

/** Milliseconds until the next midnight in the proxy's time zone. */
export function msUntilTomorrow(nowMs: number): number {
  const at = new Date(nowMs)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime() - nowMs
}
