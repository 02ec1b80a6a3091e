/**
 * The campaigns, in their order. Each file exports default `async () => rows`; a row has `campaign`, `what`,
 * `attempts` and `violations`, a list of lines. A campaign that cannot run here gives one row with `skipped`, the reason.
 * `weight` is about its minutes of processor time: the longest begins first.
 * One that `divides` can run in several processes: each reads AIRCODER_PART, as `2/12`, and tries its own share.
 * A campaign of `tests` runs these test files with AIRCODER_SIEGE=1, in their full form; each test is an attempt.
 */
export const CAMPAIGNS = [
  { name: 'servers', weight: 1, file: 'test/siege/server_behaviours.ts' },
  { name: 'system-errors', weight: 14, file: 'test/siege/system_errors.ts' },
  { name: 'call-kills', weight: 13, file: 'test/siege/call_kills.ts' },
  { name: 'power-loss', weight: 8, file: 'test/siege/power_loss.ts' },
  {
    name: 'tree-changed',
    weight: 7,
    tests: ['test/long/tree_changed.test.ts', 'test/long/tree_mutants.test.ts'],
  },
  {
    name: 'kills',
    weight: 10,
    tests: ['test/long/kills.test.ts', 'test/long/saga.test.ts', 'test/long/swaps.test.ts'],
  },
  {
    name: 'replies',
    weight: 3,
    tests: ['test/long/hostile_replies.test.ts', 'test/long/reply_splits.test.ts'],
  },
  {
    name: 'held-out',
    weight: 5,
    tests: ['test/long/held_out_cheats.test.ts', 'test/long/held_out_honest.test.ts'],
  },
  { name: 'queue', weight: 3, tests: ['test/long/queue.test.ts'] },
  { name: 'gate', weight: 5, tests: ['test/long/differential.test.ts'] },
  {
    name: 'embedded',
    weight: 3,
    tests: ['test/long/embedded_loop.test.ts', 'test/long/embedded_engine.test.ts'],
  },
  {
    name: 'mutants',
    weight: 6,
    tests: ['test/long/mutants.test.ts', 'test/long/server_mutants.test.ts'],
  },
  {
    name: 'proxy',
    weight: 2,
    tests: ['bodies', 'engines', 'frames', 'leavers', 'paths', 'slow']
      .map((what) => `hostile_${what}`)
      .concat('idle_strangers', 'clock_jumps', 'request_limits')
      .map((name) => `test/relay/${name}.test.ts`),
  },
  { name: 'session-kills', weight: 4, file: 'test/siege/session_kills.ts' },
  { name: 'keys', weight: 9, divides: true, file: 'test/siege/random_keys.ts' },
  {
    name: 'odd-files',
    weight: 1,
    tests: [
      'test/workspace/odd_ignores.test.ts',
      'test/workspace/discovery_siege.test.ts',
      'test/tools/closed_folder.test.ts',
      'test/apps/not_the_api.test.ts',
    ],
  },
]
