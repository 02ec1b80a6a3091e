import type { Law } from './facts/types.js'
import { cites } from './laws/cites.js'
import { fixedAnswers } from './laws/code/fixed_answers.js'
import { idleTests } from './laws/code/idle_tests.js'
import { oneLength } from './laws/code/one_length.js'
import { sameCode } from './laws/code/same_code.js'
import { unreached } from './laws/code/unreached.js'
import { unreadConfig } from './laws/code/unread_config.js'
import { unsaid } from './laws/code/unsaid.js'
import { weakenedCheck } from './laws/code/weakened_check.js'
import { documents } from './laws/documents.js'
import { grounds } from './laws/grounds.js'
import { lateWrites } from './laws/late_writes.js'
import { noChange } from './laws/no_change.js'
import { openItems } from './laws/open_items.js'
import { announced } from './laws/said/announced.js'
import { askedWork } from './laws/said/asked_work.js'
import { asksBack } from './laws/said/asks_back.js'
import { claimedFiles } from './laws/said/claimed_files.js'
import { claims } from './laws/said/claims.js'
import { content } from './laws/said/content.js'
import { contradicted } from './laws/said/contradicted.js'
import { effects } from './laws/said/effects.js'
import { namedParts } from './laws/said/named_parts.js'
import { newestMessage } from './laws/said/newest_message.js'
import { places } from './laws/said/places.js'
import { refusedWrites } from './laws/said/refused_writes.js'
import { testCount } from './laws/said/test_count.js'
import { askedTest } from './laws/tests/asked_test.js'
import { changedTests } from './laws/tests/changed_tests.js'
import { failingTests } from './laws/tests/failing_tests.js'
import { fewerTests } from './laws/tests/fewer_tests.js'
import { otherLanguage } from './laws/tests/other_language.js'
import { otherProject } from './laws/tests/other_project.js'
import { ownTests } from './laws/tests/own_tests.js'
import { plantedProgram } from './laws/tests/planted_program.js'
import { testEscape } from './laws/tests/test_escape.js'
import { untested } from './laws/tests/untested.js'
import { held } from './laws/uncompared/held.js'
import { tooLong } from './laws/uncompared/too_long.js'
import { unreadLanguage } from './laws/uncompared/unread_language.js'
import { wording } from './laws/uncompared/wording.js'

/** Every law, in the order in which they refuse: what is wrong comes before what is not shown. */
export const LAWS: readonly Law[] = [
  cites,
  openItems,
  asksBack,
  failingTests,
  contradicted,
  announced,
  refusedWrites,
  claims,
  claimedFiles,
  places,
  effects,
  content,
  testCount,
  noChange,
  newestMessage,
  namedParts,
  askedWork,
  askedTest,
  documents,
  untested,
  otherProject,
  lateWrites,
  changedTests,
  fewerTests,
  otherLanguage,
  weakenedCheck,
  plantedProgram,
  testEscape,
  ownTests,
  fixedAnswers,
  oneLength,
  sameCode,
  idleTests,
  unsaid,
  unreached,
  unreadConfig,
  unreadLanguage,
  held,
  wording,
  tooLong,
  grounds,
]
