const STEPS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

/** How long ago a time was, in its largest unit: `3 hours ago`, `just now`. */
export function ago(ms: number, nowMs: number): string {
  const past = Math.max(0, nowMs - ms)
  for (const { name, ms: unit } of STEPS)
    if (past >= unit) return agoOf(Math.floor(past / unit), name)
  return 'just now'
}

function agoOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
