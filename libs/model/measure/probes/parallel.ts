import { type Probe, refusal } from '../probe.js'
import { askForCall, callsOf } from '../probe_tools.js'

/** Measures whether one reply can have two calls. */
export const parallel: Probe = {
  name: 'parallel',
  order: 40,
  ask: (known) => [
    askForCall('Read the files src/a.ts and src/b.ts: two calls of read_file in one reply.', known),
  ],
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    const paths = new Set(callsOf(result, 'read_file').map(({ path }) => path))
    return refusal(result) ?? { parallelCalls: paths.size > 1 }
  },
}
