import { type Probe, refusal } from '../probe.js'
import { askForCall, callsOf } from '../probe_tools.js'

/** Whether two calls come in one reply when two are asked for. */
export const parallel: Probe = {
  name: 'parallel',
  order: 40,
  ask: (known) => [
    askForCall('Read the files src/a.ts and src/b.ts: two calls of read_file in one reply.', known),
  ],
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    const paths = new Set(callsOf(heard, 'read_file').map(({ path }) => path))
    return refusal(heard) ?? { parallelCalls: paths.size > 1 }
  },
}
