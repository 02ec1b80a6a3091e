import t from 'tap'
import { MUTANTS } from '../crash/kit/phases.js'
import { testMutants } from '../crash/kit/test_mutants.js'

t.setTimeout(600_000)
await testMutants(t, MUTANTS)
