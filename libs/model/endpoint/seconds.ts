/** Formats a duration: `0.4 s`, `12 s`, `15 min`. */
export function seconds(ms: number): string {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} min`
  return `${ms < 9_950 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} s`
}
