import t from 'tap'
import { MUTANTS } from '../crash/kit/phases.js'
import { testMutants } from '../crash/kit/test_mutants.js'
import { isDue } from '../kit/rotation.js'

/** The short form builds one of the mutants, another one each day. */
const EVERY = MUTANTS.length

t.setTimeout(600_000)
await testMutants(
  t,
  MUTANTS.filter((_, at) => isDue(at, EVERY)),
)
