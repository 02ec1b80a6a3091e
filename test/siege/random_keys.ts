import { pressRandomKeys } from '../kit/random_keys.js'
import { pressKeysInSession } from '../kit/screens/random_session.js'
import { WITH_STAGE } from '../kit/screens/stage.js'
import { newRow, type Row } from './row.js'

/** AIRCODER_KEY_MINUTES=60 is the hour of an issue; a siege presses keys for ten minutes. Processes share them. */
const MINUTES = Number(process.env.AIRCODER_KEY_MINUTES || 10)
const [PART = 1, PARTS = 1] = (process.env.AIRCODER_PART ?? '')
  .split('/')
  .filter(Boolean)
  .map(Number)
/** No process reaches the seeds of the next one. */
const FIRST_SEED = Number(process.env.AIRCODER_SEED || 1_001) + (PART - 1) * 1_000
/** `editor` or `program`: that half alone, with all of the time. */
const HALF = process.env.AIRCODER_KEY_HALF || 'both'
/** Each seed begins with an empty screen. */
const EVENTS = 5_000
const SESSION_KEYS = 3_000
const MINUTE_MS = 60_000

/** One row for the editor with its area, one for the built program; each has half of the time. An attempt is a key. */
export default async function randomKeys(): Promise<Row[]> {
  const ms = (MINUTES * MINUTE_MS) / PARTS / (HALF === 'both' ? 2 : 1)
  const rows: Row[] = []
  if (HALF !== 'program') rows.push(await onEditor(performance.now() + ms))
  if (HALF === 'editor') return rows
  if (WITH_STAGE.skip === undefined) rows.push(await inSession(performance.now() + ms))
  else rows.push({ ...newRow('keys', 'the built program'), skipped: WITH_STAGE.skip })
  return rows
}

/**
 * Random keys, prints, questions and sizes, seed after seed. After each 25 events the screen has to be what a redraw from
 * scratch shows.
 */
async function onEditor(endMs: number): Promise<Row> {
  const row = newRow('keys', '')
  let seed = FIRST_SEED
  for (; performance.now() < endMs; seed += 1) {
    let last = 0
    try {
      last = await pressRandomKeys(seed, (events) => {
        last = events
        return events < EVENTS && performance.now() < endMs
      })
    } catch (error) {
      row.violations.push(error instanceof Error ? error.message : String(error))
    }
    row.attempts += last
  }
  return { ...row, what: `the editor and its area, seeds ${FIRST_SEED} to ${seed - 1}` }
}

/** Random keys and lines in whole sessions with a model that answers, edits, hangs and vanishes. */
async function inSession(endMs: number): Promise<Row> {
  const row = newRow('keys', '')
  let seed = FIRST_SEED
  for (; performance.now() < endMs; seed += 1) {
    const isOver = (keys: number) => keys >= SESSION_KEYS || performance.now() > endMs
    try {
      const { keys, problems } = await pressKeysInSession(seed, isOver)
      row.attempts += keys
      row.violations.push(...problems)
    } catch (error) {
      row.violations.push(`seed ${seed}: ${error instanceof Error ? error.stack : error}`)
    }
  }
  return { ...row, what: `the built program, seeds ${FIRST_SEED} to ${seed - 1}` }
}
