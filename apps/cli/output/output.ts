import type { Event, Settings, TaskResult } from '#core'
import { shellWord } from '#core'
import {
  chooseColors,
  createScreen,
  eventIn,
  eventJson,
  jsonLine,
  type Live,
  resultIn,
  resultJson,
  type Say,
} from '#terminal'
import type { Flags } from '../flags/flags.js'
import { describeChangedTests } from './describe/describe_accept.js'
import { endLine, saysMore } from './end_line.js'
import { inRows } from './in_rows.js'
import { openTheme } from './open_theme.js'
import { printAnswer } from './print_answer.js'
import { programName } from './program_name.js'

/** Where a run's events and its result go. */
export interface Output {
  show(event: Event): void
  end(result: TaskResult): void
}

/** Where a run shows its progress. */
export interface Progress {
  print(text: string): void
  /** null: lines cannot be replaced here. */
  live: Live | null
  /** Columns of a terminal on which a text that is streamed stays as it is written; 0: none. */
  columns(): number
}

/** true unless --no-color, NO_COLOR or TERM=dumb is set, or the stream is not a terminal. */
export function wantsColor(
  flags: Flags,
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): boolean {
  return chooseColors(env, stream.isTTY === true, flags.color === false) > 0
}

/**
 * The output of a headless run: text has the answer alone on standard output, progress at the desk.
 * An answer that was streamed to the same terminal is not printed again.
 */
export function createOutput(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  desk: Progress,
  { settings, say }: { settings: Pick<Settings, 'theme'>; say: Say },
): Output {
  const print = (text: string) => process.stdout.write(`${text}\n`)
  if (flags.outputFormat === 'json') {
    return { show: () => {}, end: (result) => void print(jsonLine(resultJson(result))) }
  }
  if (flags.outputFormat === 'stream-json') {
    return {
      show(event) {
        const line = eventJson(event)
        if (line !== null) print(jsonLine(line))
      },
      end: (result) => void print(jsonLine(resultJson(result))),
    }
  }
  const theme = openTheme(flags, settings, process.stderr, env)
  const { show, end } = createScreen({
    write: desk.print,
    theme: theme.now,
    verbose: flags.verbose === true,
    live: desk.live !== null,
    columns: desk.columns,
    inWords: say.part,
  })
  const printRow = (text: string) =>
    desk.print(`${inRows(text, { isTTY: true, columns: desk.columns() })}\n`)
  const isOneTerminal = process.stdout.isTTY === true && process.stderr.isTTY === true
  return {
    show(raw) {
      const event = eventIn(raw, say)
      show(event)
      desk.live?.watch(event)
    },
    end(raw) {
      const result = resultIn(raw, say)
      desk.live?.end()
      const answer = end(result)
      // The last lines say how it was stopped: that is no answer.
      if (result.subtype === 'interrupted') return
      if (answer !== null || !isOneTerminal) printAnswer(result.text, process.stdout)
      const way = acceptCommand(flags, result.taskId)
      for (const line of describeChangedTests(result, way)) printRow(say.lines(line))
      if (saysMore(result)) printRow(endLine(result, say))
    },
  }
}

/** Flags that a resumed run needs again. The model is that of the task. */
const REPEATED = [
  ['cwd', '--cwd'],
  ['dataDir', '--data-dir'],
  ['baseUrl', '--base-url'],
  ['permissionMode', '--permission-mode'],
  ['capabilities', '--capabilities'],
  ['allow', '--allow'],
  ['deny', '--deny'],
  ['sandbox', '--sandbox'],
  ['assemble', '--assemble'],
  ['wait', '--wait'],
  ['script', '--script'],
] as const

/**
 * The last line of an interrupted run: the command that resumes it, quoted for a shell.
 * @param program  as a person started it; hints of results say `aircoder`
 */
export function resumeHint(
  flags: Flags,
  taskId: string,
  program = programName('anywhere'),
): string {
  const network = flags.sandboxNetwork ? ['--sandbox-network'] : []
  return [program, 'resume', taskId, ...repeat(REPEATED, flags), ...network].join(' ')
}

/** The command that accepts the tests that a task changed. */
function acceptCommand(flags: Flags, taskId: string): string {
  const places = REPEATED.filter(([key]) => key === 'cwd' || key === 'dataDir')
  return `\`${[programName(), 'accept', taskId, ...repeat(places, flags)].join(' ')}\``
}

function repeat(options: readonly (typeof REPEATED)[number][], flags: Flags): string[] {
  return options.flatMap(([key, flag]) =>
    [flags[key] ?? []].flat().flatMap((value) => [flag, shellWord(value)]),
  )
}
