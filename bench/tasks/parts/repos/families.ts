import type { Family } from '../family.js'
import { bigFile, oneBug, traceBug } from './bugs.js'
import { earlierTask, taughtRule } from './earlier_sessions.js'
import { chineseManual, longLog, threeReads } from './early_facts.js'
import { chineseRecords, longReadme, lookAlike, messageOnce, twoAgree } from './held_out.js'
import { killedChain, longChain, readChain } from './investigations.js'
import { manyItems, sameSearch, userFacts } from './lists.js'
import { eightyRecords, tenSeals } from './long_work.js'
import { farValues, ruleOnce } from './lost_facts.js'
import { changedMeanwhile, noisyTests, vague } from './places.js'
import { wideRename } from './renames.js'
import { corrected, missingFile, override, sameName, textRename } from './traps.js'
import { newFile, question } from './words.js'

/** Every kind of task, ordinary ones first. */
export const FAMILIES: readonly Family[] = [
  question,
  oneBug,
  newFile,
  traceBug,
  bigFile,
  changedMeanwhile,
  noisyTests,
  userFacts,
  sameSearch,
  killedChain,
  wideRename,
  longChain,
  vague,
  farValues,
  ruleOnce,
  readChain,
  manyItems,
  tenSeals,
  eightyRecords,
  sameName,
  missingFile,
  override,
  corrected,
  textRename,
  threeReads,
  longLog,
  chineseManual,
  taughtRule,
  earlierTask,
  messageOnce,
  lookAlike,
  twoAgree,
  longReadme,
  chineseRecords,
]
