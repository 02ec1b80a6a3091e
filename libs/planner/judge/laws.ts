import type { Law } from './facts/types.js'
import { askedTest } from './laws/asked_test.js'
import { changedTests } from './laws/changed_tests.js'
import { cites } from './laws/cites.js'
import { claimedFiles } from './laws/claimed_files.js'
import { claims } from './laws/claims.js'
import { contradicted } from './laws/contradicted.js'
import { documents } from './laws/documents.js'
import { effects } from './laws/effects.js'
import { failingTests } from './laws/failing_tests.js'
import { fewerTests } from './laws/fewer_tests.js'
import { grounds } from './laws/grounds.js'
import { noChange } from './laws/no_change.js'
import { openItems } from './laws/open_items.js'
import { otherLanguage } from './laws/other_language.js'
import { otherProject } from './laws/other_project.js'
import { ownTests } from './laws/own_tests.js'
import { plantedProgram } from './laws/planted_program.js'
import { testCount } from './laws/test_count.js'
import { testEscape } from './laws/test_escape.js'
import { untested } from './laws/untested.js'

/** Every law, in the order in which they refuse: what is wrong comes before what is not shown. */
export const LAWS: readonly Law[] = [
  cites,
  openItems,
  failingTests,
  contradicted,
  claims,
  claimedFiles,
  effects,
  testCount,
  noChange,
  askedTest,
  documents,
  untested,
  otherProject,
  changedTests,
  fewerTests,
  otherLanguage,
  plantedProgram,
  testEscape,
  ownTests,
  grounds,
]
