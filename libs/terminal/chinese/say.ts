import type { AircoderError } from '#core'
import { fillFacts, RUN_ENDS } from '#core'
import { createPhrases } from '../words/phrases.js'
import { fillFrom, type Say } from '../words/say.js'
import { ERROR_TEXTS } from './errors.js'
import { HELPS } from './helps.js'
import { COMMANDS } from './phrases/commands.js'
import { DOCTOR } from './phrases/doctor.js'
import { DOUBTS } from './phrases/doubts.js'
import { FAILURES } from './phrases/failures.js'
import { GATE, VERDICTS } from './phrases/gate.js'
import { HELP } from './phrases/help.js'
import { JUDGE } from './phrases/judge.js'
import { NOTES } from './phrases/notes.js'
import { PARTS } from './phrases/parts.js'
import { REASONS } from './phrases/reasons.js'
import { RUN } from './phrases/run.js'
import { SESSION } from './phrases/session.js'
import { USAGE } from './phrases/usage.js'
import { WORDS } from './words.js'

/** Sentences that are a line of their own. */
export const SENTENCES = { ...SESSION, ...COMMANDS, ...REASONS, ...VERDICTS, ...USAGE }
/** Labels, clauses and calls, which are read only where the program is known to have written them. */
export const CLAUSES = {
  ...PARTS,
  ...RUN,
  ...HELP,
  ...DOCTOR,
  ...JUDGE,
  ...GATE,
  ...DOUBTS,
  ...NOTES,
  ...FAILURES,
}

const errorTexts: Readonly<Record<string, readonly [string, string]>> = ERROR_TEXTS

/** The hints that the end of a run has from the error of its code, as `RUN_ENDS` shortens them. */
const HINTS = Object.fromEntries(
  Object.entries(RUN_ENDS).flatMap(([code, { hint }]) => {
    const own = errorTexts[code]?.[1]
    return own === undefined
      ? []
      : [[hint, own.replace('{url}', 'URL').replace(/\{way\} ?/, '')] as const]
  }),
)

const phrases = createPhrases({ ...SENTENCES, ...HINTS }, CLAUSES)

/** The interface in Chinese. */
export const sayChinese: Say = Object.assign(fillFrom(WORDS), {
  language: 'zh' as const,
  lines: phrases.lines,
  part: phrases.part,
  help: ({ name, help }: { name: string; help: string }) => HELPS[name] ?? phrases.part(help),
  error({ code, message, hint, facts }: AircoderError) {
    const texts = errorTexts[code]
    if (texts === undefined) return { message, hint }
    const said = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, phrases.part(String(fact).trim())]),
    )
    return { message: fillFacts(texts[0], said), hint: fillFacts(texts[1], said) }
  },
})
