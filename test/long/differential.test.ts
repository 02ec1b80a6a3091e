import t from 'tap'
import { testListedCommands, testMadeCommands } from '../gate/differential_kit.js'
import { NO_SANDBOX } from '../gate/sandbox_runs.js'
import { countOf } from '../kit/rotation.js'

const LONG = { skip: NO_SANDBOX, timeout: 1_800_000 }

t.test('generated commands that the gate allows leak nothing', LONG, async (t) =>
  testMadeCommands(t, Number(process.env.DIFFERENTIAL_RUNS ?? countOf(3_000, 1_200))),
)

t.test('listed commands of slow programs that the gate allows leak nothing', LONG, async (t) =>
  testListedCommands(t, { slow: true }),
)
