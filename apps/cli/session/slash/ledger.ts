import { AircoderError, countNoun, parseEvidenceId } from '#core'
import type { Ledger } from '#ledger'
import { showControls } from '#terminal'
import { oneLine } from '../../output/one_line.js'
import { storyOf } from '../../output/story.js'
import { lastTask } from '../changes/restore_files.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

const FOUND = 20
/** Characters of a row's content that the screen gets. */
const CONTENT_CHARS = 4_000

export const ledger: SlashCommand = {
  name: 'ledger',
  hint: '[search WORDS|e12]',
  help: 'what the ledger has of the last task; a search, or one row',
  group: 'look',
  isAllowedDuringTurn: true,
  run(rest, context) {
    try {
      for (const line of answer(rest, context)) context.print(`${showControls(line)}\n`)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      context.print(`${showControls(context.wired.say.error(error).message)}\n`)
    }
  },
}

function answer(rest: string, context: SlashContext): string[] {
  const { ledger } = context.wired
  if (rest === '') {
    const task = lastTask(context)
    const more = 'More: aircoder ledger --help.'
    return task === undefined
      ? [`No task yet. ${more} The file is ${ledger.path}`]
      : [...storyOf(ledger, task.id), more]
  }
  const [, words] = /^search (.+)$/.exec(rest) ?? []
  if (words !== undefined) return found(words, ledger)
  if (parseEvidenceId(rest) === null)
    return ['Type /ledger, /ledger search WORDS, or /ledger e12 for one row.']
  return oneRow(rest, ledger)
}

function found(words: string, ledger: Ledger): string[] {
  const rows = ledger.search(words, FOUND)
  if (rows.length === 0) return [`No row matches ${oneLine(words)}.`]
  return rows.map(
    ({ id, kind, subject, summary }) => `  ${id}  ${kind}  ${subject}  ${oneLine(summary)}`,
  )
}

function oneRow(id: string, ledger: Ledger): string[] {
  const row = ledger.evidence(id)
  if (row === null) return [`There is no row ${id}.`]
  const bytes = ledger.payload(row.payloadHash)
  const text = bytes.includes(0) ? '' : bytes.toString('utf8')
  const left = text.length - CONTENT_CHARS
  return [
    `${row.id}  step ${row.step}  ${row.kind}  ${row.subject}`,
    row.summary,
    ...(text === '' ? [`(${countNoun(bytes.length, 'byte')}, no text)`] : []),
    ...(text === '' ? [] : [text.slice(0, CONTENT_CHARS)]),
    ...(left > 0 ? [`… ${countNoun(left, 'more character')}: aircoder ledger show ${id}`] : []),
  ]
}
