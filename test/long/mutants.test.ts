import t from 'tap'
import { MUTANTS } from '../crash/kit/phases.js'
import { testMutants } from '../crash/kit/test_mutants.js'
import { isDue, LONG_MS } from '../kit/rotation.js'

/** The short form builds one of the mutants, another one each day. */
const EVERY = MUTANTS.length

t.setTimeout(LONG_MS)
await testMutants(
  t,
  MUTANTS.filter((_, at) => isDue(at, EVERY)),
)
