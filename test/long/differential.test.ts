import t from 'tap'
import { testMadeCommands } from '../gate/differential_kit.js'
import { NO_SANDBOX } from '../gate/sandbox_runs.js'

t.test(
  'generated commands that the gate allows show nothing and change nothing denied',
  { skip: NO_SANDBOX, timeout: 1_800_000 },
  async (t) => testMadeCommands(t, Number(process.env.DIFFERENTIAL_RUNS ?? 10_000)),
)
