import t from 'tap'
import { MUTANTS } from './kit/phases.js'
import { testMutants } from './kit/test_mutants.js'

// The short form: one mutant of a command, one of an edit. test/long/mutants.test.ts has all of them.

const SHORT = ['an interrupted command is run again', 'an interrupted edit is taken as made']

t.setTimeout(600_000)
await testMutants(
  t,
  MUTANTS.filter(({ name }) => SHORT.includes(name)),
)
