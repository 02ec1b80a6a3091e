/**
 * The campaigns, in their order. Each file exports default `async () => rows`; a row has `campaign`, `what`,
 * `attempts` and `violations`, a list of lines. A campaign that cannot run here gives one row with `skipped`, the reason.
 */
export const CAMPAIGNS = [
  { name: 'servers', file: 'test/siege/server_behaviours.ts' },
  { name: 'system-errors', file: 'test/siege/system_errors.ts' },
]
