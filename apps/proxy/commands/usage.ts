import { existsSync } from 'node:fs'
import { AircoderError, figure, systemClock } from '#core'
import { daysBefore, readUsage, type UsageDay } from '#relay'
import { type Environment, type Flags, readSettings } from '../input/read_settings.js'
import { tableOf } from './table.js'

/** Columns of the table: header and cell. */
const COLUMNS: [head: string, cell: (row: UsageDay) => string][] = [
  ['DAY', (row) => row.day],
  ['PERSON', (row) => row.person],
  ['>REQUESTS', (row) => figure(row.requests)],
  ['>PROMPT', (row) => figure(row.prompt_tokens)],
  ['>REUSED', (row) => share(row.reused_tokens, knownOf(row))],
  ['>ANSWER', (row) => figure(row.completion_tokens)],
  ['>IMAGES', (row) => figure(row.images)],
  ['>WAITED', (row) => span(row.queue_ms)],
  ['>ENGINE', (row) => span(row.engine_ms)],
  ['>ERRORS', (row) => figure(row.errors)],
  ['>LEFT', (row) => figure(row.cancelled)],
  ['>REFUSED', (row) => figure(row.refused)],
]

/** Prints the usage of each person by day; the proxy may be running at the same time. */
export function runUsage({ json, days, person, ...flags }: Flags, env: Environment): void {
  const { settings } = readSettings(flags, env)
  // A mistyped folder must not read as if nobody used the proxy. The folder of a setting is made by the first start.
  if (flags.stateDir !== undefined && !existsSync(settings.stateDir))
    throw new AircoderError('PROXY_USAGE_UNREADABLE', {
      path: settings.stateDir,
      reason: 'there is no such folder',
    })
  const back = Number(days)
  if (!Number.isInteger(back) || back < 1 || back > 36_500)
    throw new AircoderError('USAGE', { reason: 'days: must be a whole number of at least 1' })
  const since = daysBefore(systemClock.now(), back - 1)
  const rows = readUsage(settings.stateDir, since, typeof person === 'string' ? person : undefined)
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  if (rows.length === 0) {
    process.stderr.write(`No usage since ${since} in ${settings.stateDir}.\n`)
    return
  }
  const cells = rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))
  process.stdout.write(
    tableOf(
      COLUMNS.map(([head]) => head),
      cells,
    ),
  )
}

/** Prompt tokens whose reuse the engine reported. Rows of an older version have no such count. */
function knownOf({ reuse_known_tokens: known, reused_tokens, prompt_tokens }: UsageDay): number {
  return known === 0 && reused_tokens > 0 ? prompt_tokens : known
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 100)} %`
}

/** `850 ms`, `12.5 s`, `7 min`, `3.4 h`. */
function span(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${(ms / 3_600_000).toFixed(1)} h`
}
