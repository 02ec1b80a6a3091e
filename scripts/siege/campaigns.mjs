/**
 * The campaigns, in their order. Each file exports default `async () => rows`; a row has `campaign`, `what`,
 * `attempts` and `violations`, a list of lines. A campaign that cannot run here gives one row with `skipped`, the reason.
 * A campaign of `tests` runs these test files with AIRCODER_SIEGE=1, in their full form; each test is an attempt.
 */
export const CAMPAIGNS = [
  { name: 'servers', file: 'test/siege/server_behaviours.ts' },
  { name: 'system-errors', file: 'test/siege/system_errors.ts' },
  { name: 'call-kills', file: 'test/siege/call_kills.ts' },
  { name: 'power-loss', file: 'test/siege/power_loss.ts' },
  {
    name: 'tree-changed',
    tests: ['test/long/tree_changed.test.ts', 'test/long/tree_mutants.test.ts'],
  },
  {
    name: 'kills',
    tests: ['test/long/kills.test.ts', 'test/long/saga.test.ts', 'test/long/swaps.test.ts'],
  },
  {
    name: 'replies',
    tests: ['test/long/hostile_replies.test.ts', 'test/long/reply_splits.test.ts'],
  },
  { name: 'queue', tests: ['test/long/queue.test.ts'] },
  { name: 'gate', tests: ['test/long/differential.test.ts'] },
  {
    name: 'embedded',
    tests: ['test/long/embedded_loop.test.ts', 'test/long/embedded_engine.test.ts'],
  },
  { name: 'mutants', tests: ['test/long/mutants.test.ts', 'test/long/server_mutants.test.ts'] },
  {
    name: 'proxy',
    tests: ['bodies', 'engines', 'frames', 'leavers', 'paths', 'slow']
      .map((what) => `test/relay/hostile_${what}.test.ts`)
      .concat('test/relay/idle_strangers.test.ts'),
  },
]
