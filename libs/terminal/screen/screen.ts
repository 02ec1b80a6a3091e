import type { Event, EvidenceNote, TaskResult } from '#core'
import { figure, problemLine, showControls } from '#core'
import type { StyleName } from '../rows/row.js'
import type { Theme } from '../theme/theme.js'
import { createCalls } from './calls.js'
import { createNested } from './nested.js'
import { createWordStream } from './word_stream.js'
import { wordsOf } from './words_of.js'

export interface ScreenOptions {
  write(text: string): void
  theme(): Theme
  /** true: stream the model's text, and show results, evidence, token counts and corrections for the model. */
  verbose: boolean
  /** true: something else shows why the run waits, so no lines are printed for it. */
  live?: boolean
  /** Columns of a terminal where a streamed text cannot be drawn again; 0, or absent: it is written as it comes. */
  columns?: () => number
  /** Rows that are replaced. With it a call is printed when its result is there, in one line. */
  panel?: (rows: readonly string[] | null) => void
  /** Words of the model as they are printed; as they are without it. */
  words?: (text: string) => string
  /** Puts the texts of the program into the language of the person. Events are in it already. */
  inWords?: (text: string) => string
}

/** Shows a run: actions, questions, the answer and the end. */
export interface Screen {
  show(event: Event): void
  /** A new message is delivered: the last words are above it, and are not the answer. */
  delivered(): void
  /** @returns the text of the answer, unless it is on this screen already */
  end(result: TaskResult): string | null
}

/** What is printed later, unless the end says it. */
interface Held {
  text: string
  print: string
  /** Words of the model. */
  isWords?: true
  /** A call that changes the plan, such as the one that ends the task. */
  isPlan?: true
}

const RESULT_LINES = 6
/** One line of a terminal, for a failed call. */
const FAILURE_CHARS = 160
/** The head of a row's summary; `aircoder ledger show` has all of it. */
const SUMMARY_CHARS = 80

/** Prints events as plain lines. Works on any terminal or pipe. */
export function createScreen(options: ScreenOptions): Screen {
  const { verbose, panel } = options
  const words = options.words ?? ((text: string) => text)
  const inWords = options.inWords ?? ((text: string) => text)
  /** Where rows can be replaced, the text that is being written is shown there. */
  const streams = verbose && panel === undefined
  const calls = panel === undefined ? null : createCalls(options.theme, panel)
  const paint = (text: string, style: StyleName) => options.theme().text(text, style)
  let inText: 'thinking' | 'words' | null = null
  /** The streamed text ended its line. */
  let isAtStart = false
  /** The call whose denial was just printed: its result repeats the same text for the model. */
  let denied: string | null = null
  /** Calls that the program added to the last reply: its words may still be the answer. */
  const added = new Set<string>()
  /** The last words of the model, or the last problem. They may be in the answer, which is printed once, at the end. */
  let held: Held[] = []
  /** Text of the reply that is being streamed, and the last one that was. */
  let streaming = ''
  let streamed = ''
  /** Text of a reply that has no end yet. With a panel it was read there. */
  let partial = ''
  /** The last problem that was printed, and the last wait without its numbers. */
  let lastProblem = ''
  let lastWait = ''
  /** Withheld calls in a row, by their ids: the first one says why, and the end counts the others. */
  let withheld: string[] = []
  const streamOf = createWordStream({
    write: options.write,
    paint: (row) => options.theme().paint(row),
    columns: options.columns ?? (() => 0),
  })
  const endText = () => {
    streamOf.end()
    if (inText !== null && !isAtStart) options.write('\n')
    inText = null
  }
  const line = (text: string) => {
    endText()
    options.write(`${text}\n`)
  }
  /** The answer begins below the thinking. */
  const stream = (text: string, kind: 'thinking' | 'words') => {
    if (inText !== kind) endText()
    inText = kind
    isAtStart = text.endsWith('\n')
    streamOf.add(text, ...(kind === 'thinking' ? (['dim'] as const) : []))
  }
  /** In a log a wait is one line, whatever its seconds are. */
  function isSameWait(text: string): boolean {
    const shape = text.replace(/\d+(?:\.\d+)?/g, '#')
    const isSame = shape === lastWait
    lastWait = shape
    return isSame
  }
  const showNested = createNested({ calls, line: (text) => line(text), paint, inWords })
  /** What follows a reply shows that it was not the answer. */
  const flush = () => {
    for (const { print } of held.splice(0)) line(print)
  }

  return {
    show(raw) {
      const event = cleaned(raw)
      if (event.depth !== undefined) {
        if (event.type === 'tool_call') flush()
        return showNested(event)
      }
      if (event.type === 'tool_call' && event.call.origin === 'program') added.add(event.call.id)
      if (event.type === 'tool_call') withheld = event.withheld ? [...withheld, event.call.id] : []
      if (!verbose && withheld.indexOf(callOf(event)) > 0) return
      if (isPrinted(event, verbose) && !added.has(callOf(event))) flush()
      switch (event.type) {
        case 'init': {
          const { taskId, model, mode, resumedAt } = event
          const from = resumedAt > 0 ? inWords(`resumed after step ${resumedAt}`) : ''
          if (verbose)
            line(paint(`task ${taskId} · ${model} · mode ${mode}${from && `, ${from}`}`, 'dim'))
          else if (from !== '') line(paint(from, 'dim'))
          return
        }
        case 'delta':
          partial += event.text
          if (!streams) return
          streaming += event.text
          return stream(event.text, 'words')
        case 'thinking':
          return streams ? stream(event.text, 'thinking') : undefined
        case 'waiting':
          return options.live || isSameWait(event.text)
            ? undefined
            : line(paint(`… ${event.text}`, 'dim'))
        case 'note':
          return verbose || !event.detail ? line(paint(`! ${event.text}`, 'warning')) : undefined
        case 'reply': {
          streamed = streaming.trim()
          streaming = ''
          partial = ''
          const { problem } = event
          const why = problem === null ? '' : problemLine(problem)
          const isAgain =
            problem !== null && (why === lastProblem || held.some(({ text }) => text === why))
          lastProblem = why
          lastWait = ''
          // The same end again: it stays held, because the end of the run may say it too.
          if (!isAgain) hold(event.text.trim())
          if (problem === null || isAgain) return
          flush()
          if (verbose) return line(paint(`! ${problem.code}: ${problem.message}`, 'warning'))
          // The end of the run may repeat it, and so may the next reply.
          held.push({ text: why, print: paint(`! ${why}`, 'warning') })
          return
        }
        case 'tool_call': {
          const action = `${paint('›', 'action')} ${event.describe}`
          if (!event.isPlan && calls !== null) return calls.begin(event.call.id, event.describe)
          if (!event.isPlan) return line(action)
          held.push({ text: event.describe, print: action, isPlan: true })
          return
        }
        case 'permission':
          denied = event.decision === 'deny' ? event.call.id : null
          if (denied === null) return
          return fail(
            denied,
            inWords(`denied${event.asked ? '' : ` (${event.rule})`}: ${event.reason}`),
          )
        case 'tool_result': {
          if (event.callId === denied) return
          const { ok, callId: id, brief = '' } = event
          const ended = ok ? (calls?.end(id, { ok, brief }) ?? null) : null
          if (ended !== null) line(ended)
          const said = brief === '' ? event.text : brief
          const why = headOf(event.shown ?? said, FAILURE_CHARS)
          if (!ok && !(verbose && calls === null)) fail(id, headOf(said, FAILURE_CHARS), why)
          if (!verbose) return
          const shown = event.text.split('\n').slice(0, RESULT_LINES).join('\n  ')
          return line(paint(`  ${shown}`, ok ? 'dim' : 'bad'))
        }
        case 'step':
          // What was refused must not look like the answer.
          if (event.refused) {
            const { refusedWhy } = event
            const why = verbose || refusedWhy === undefined ? undefined : inWords(refusedWhy)
            relabel(inWords('refused'), why)
            refuseEnd(why)
          }
          for (const open of calls?.flush() ?? []) line(open)
          return verbose ? line(paint(stepLine(event), 'dim')) : undefined
        case 'phase':
        case 'result':
          return
      }
    },
    delivered: flush,
    end(result) {
      const answer = showControls(result.text).trim()
      const said = wordsOf(answer)
      const repeats = (text: string) => text.includes(said) || answer.includes(text)
      // The run ended before it was judged.
      if (result.subtype === 'interrupted') markUnchecked()
      for (const open of calls?.flush() ?? []) line(open)
      if (answer !== '') held = held.filter(({ text }) => !repeats(text))
      flush()
      if (panel !== undefined && partial.trim() !== '') {
        line(words(partial.trim()))
        line(paint(inWords('(cut off)'), 'dim'))
      }
      endText()
      return streamed !== '' && streamed === answer ? null : answer
    },
  }

  /** A call that was denied or failed: in its own line where that is not printed yet, else below it. */
  function fail(id: string, long: string, short = long): void {
    const ended = calls?.end(id, { ok: false, brief: long }) ?? null
    line(ended ?? paint(`  ${short}`, 'bad'))
  }

  /** Where words were read while they came, they stay as a whole. */
  function markUnchecked(): void {
    if (panel === undefined) {
      relabel(inWords('not checked'))
      return
    }
    const head = paint(`${inWords('not checked')}:`, 'dim')
    held = held.map((one) => (one.isWords ? { ...one, print: `${head}\n${one.print}` } : one))
  }

  /** Shows words of the model that are held in one line, with what happened to them. */
  function relabel(label: string, why?: string): void {
    held = held.map((one) =>
      one.isWords
        ? {
            text: one.text,
            print: paint(`${label}: ${headOf(one.text, FAILURE_CHARS)}${below(why)}`, 'dim'),
          }
        : one,
    )
  }

  /** An end that was refused is a line at once: the next one may have the same words, and is printed as the answer. */
  function refuseEnd(why?: string): void {
    const at = held.findLastIndex(({ isPlan }) => isPlan === true)
    const [end] = at === -1 ? [] : held.splice(at, 1)
    if (end === undefined) return
    flush()
    line(paint(`${inWords('refused')}: ${headOf(end.text, FAILURE_CHARS)}${below(why)}`, 'dim'))
  }

  function hold(text: string): void {
    // A model that repeats itself is not printed twice.
    if (held.some((last) => last.text === text)) return
    flush()
    if (text !== '' && text !== streamed) held.push({ text, print: words(text), isWords: true })
  }
}

/** The reason of a refusal, in a line below it. */
function below(why: string | undefined): string {
  return why === undefined ? '' : `\n  ${headOf(why, FAILURE_CHARS)}`
}

/** The id of the call that an event is about, or none. */
function callOf(event: Event): string {
  if (event.type === 'tool_result') return event.callId
  return event.type === 'tool_call' || event.type === 'permission' ? event.call.id : ''
}

/** Whether something is printed that follows the last words. A step follows every reply. */
function isPrinted(event: Event, verbose: boolean): boolean {
  switch (event.type) {
    case 'note':
      return verbose || !event.detail
    case 'tool_call':
      return !event.isPlan
    case 'tool_result':
      return !event.ok
    case 'permission':
      return true
    default:
      return false
  }
}

/** The same event with every text made safe to print. */
function cleaned(event: Event): Event {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === 'string' ? showControls(value) : value,
  )
}

function stepLine({
  number,
  evidence,
  promptTokens,
  reusedPrefixTokens: reused,
  rebuilt,
}: Extract<Event, { type: 'step' }>): string {
  const reported = evidence
    .map((row: EvidenceNote) => `${row.id} ${row.kind}: ${headOf(row.summary, SUMMARY_CHARS)}`)
    .join(' | ')
  const share =
    promptTokens > 0 && reused > 0
      ? `, ${Math.round((100 * reused) / promptTokens)} % of it reused`
      : ''
  return `  step ${number} committed · ${figure(promptTokens)} prompt tokens${share}${rebuilt ? ', prompt rebuilt' : ''}${reported ? ` · ${reported}` : ''}`
}

function headOf(text: string, chars: number): string {
  const line = text.split('\n')[0] ?? ''
  return line.length <= chars ? line : `${line.slice(0, chars - 1)}…`
}
