import { countNoun, figure } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { columnsOf, showControls } from '#terminal'
import { spendingOf } from '../../cost/spending_of.js'
import { oneLine } from '../../output/one_line.js'
import { taskTitle } from '../../output/task_title.js'
import type { SlashCommand } from '../slash_command.js'
import { costLines } from '../tokens/cost_lines.js'

/** Turns, and calls of the newest turn, that are listed. */
const MOST_TURNS = 12
const MOST_CALLS = 8
const TEXT_CHARS = 40

/** A table with shorter names would be broken in the middle. */
const TABLE_COLUMNS = 60
const HEAD = ['steps', 'sent', 'reused', 'written', 'time']

export const cost: SlashCommand = {
  name: 'cost',
  aliases: ['stats', 'tokens', 'usage'],
  help: 'tokens and time of this session: of each turn, and of the calls of the last one',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, { wired: { ledger, settings, deps, say }, sessionId, print, input }) {
    const tasks = sessionId === undefined ? [] : ledger.tasks({ sessionId })
    const [newest] = tasks
    if (newest === undefined || sessionId === undefined) return print('No token was used yet.\n')
    const nowMs = deps.clock.now()
    const turns = tasks.map((task) => turnOf(task, ledger, nowMs)).reverse()
    const shown = turns.slice(-MOST_TURNS)
    const left = turns.length - shown.length
    const isReported = turns.some(({ reused }) => reused > 0)
    const row = input.columns() < TABLE_COLUMNS ? sentence : tableRow
    print(
      [
        ...(row === tableRow ? [row(HEAD.map(say.part), say.part('turn'))] : []),
        ...(left > 0 ? [`  (${countNoun(left, 'earlier turn')} only in the sum)`] : []),
        ...shown.map((turn) => row(cellsOf(turn, isReported), turn.name)),
        row(cellsOf(turns.reduce(added), isReported), say.part('session')),
        ...callRows(newest, ledger, isReported),
        ...costLines(spendingOf(sessionId, { ledger, settings }, nowMs)).map(showControls),
        '',
      ].join('\n'),
    )
  },
}

interface TurnCost {
  name: string
  /** The server counted nothing: `sent` is our estimate. */
  isAbout: boolean
  steps: number
  sent: number
  reused: number
  written: number
  ms: number
}

function turnOf(task: TaskRow, ledger: Ledger, nowMs: number): TurnCost {
  const { promptTokens, completionTokens, reusedPrefixTokens } = ledger.usage(task.id)
  const estimated = ledger.promptCounts(task.id).reduce((sum, one) => sum + one.estimatedTokens, 0)
  const text = taskTitle(task.text)
  const name = text.length <= TEXT_CHARS ? text : `${text.slice(0, TEXT_CHARS - 1)}…`
  return {
    name: task.isRewound ? `${name} (rewound)` : name,
    isAbout: promptTokens === 0 && estimated > 0,
    steps: task.steps,
    sent: promptTokens || estimated,
    reused: reusedPrefixTokens,
    written: completionTokens,
    ms: Math.max(0, (task.endedMs ?? nowMs) - task.createdMs),
  }
}

function added(one: TurnCost, two: TurnCost): TurnCost {
  return {
    name: '',
    isAbout: one.isAbout || two.isAbout,
    steps: one.steps + two.steps,
    sent: one.sent + two.sent,
    reused: one.reused + two.reused,
    written: one.written + two.written,
    ms: one.ms + two.ms,
  }
}

/** @param isReported  false: 0 tokens reused is also what a server says that does not count them */
function cellsOf(
  { isAbout, steps, sent, reused, written, ms }: TurnCost,
  isReported: boolean,
): string[] {
  const about = `${isAbout ? '~' : ''}${figure(sent)}`
  const again = isReported ? share(reused, sent) : '-'
  return [figure(steps), about, again, figure(written), time(ms)]
}

/** Each call of the newest turn, and where its prompt was written again. */
function callRows({ id }: TaskRow, ledger: Ledger, isReported: boolean): string[] {
  const calls = ledger.promptCounts(id)
  if (calls.length === 0) return []
  const rebuilt = new Map(ledger.rebuilds(id).map(({ step, reason }) => [step + 1, reason]))
  const lines = calls.slice(-MOST_CALLS).map((call) => {
    const { step, promptTokens, estimatedTokens, reusedPrefixTokens } = call
    const sent = promptTokens || estimatedTokens
    const why = rebuilt.get(step)
    const again = why === undefined ? '' : `, written again (${oneLine(why)})`
    const about = promptTokens === 0 ? '~' : ''
    const reused = isReported ? `, ${share(reusedPrefixTokens, sent)} reused` : ''
    return `  step ${step}: ${about}${figure(sent)} sent${reused}${again}`
  })
  const left = calls.length - lines.length
  const head = `Calls of the last turn${left > 0 ? `, the last ${lines.length} of ${calls.length}` : ''}:`
  return ['', head, ...lines]
}

/** Where a table has no room. */
function sentence(cells: readonly string[], name: string): string {
  return `  ${name}: ${cells.map((cell, at) => `${HEAD[at]} ${cell}`).join(', ')}`
}

function tableRow(cells: readonly string[], name: string): string {
  return `  ${cells.map((cell) => ' '.repeat(Math.max(0, 9 - columnsOf(cell))) + cell).join('')}   ${name}`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 100)} %`
}

function time(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
