import type { Event, TaskResult } from '#core'
import { createScreen, eventJson, jsonLine, resultJson, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { programName, quoted } from './program_name.js'

/** Where a run's events and its result go. */
export interface Output {
  show(event: Event): void
  end(result: TaskResult): void
}

/** true unless --no-color, NO_COLOR or TERM=dumb is set, or the stream is not a terminal. */
export function wantsColor(
  flags: Flags,
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
): boolean {
  return flags.color !== false && !env.NO_COLOR && env.TERM !== 'dumb' && stream.isTTY === true
}

/** The output of a headless run: text has the answer alone on standard output, progress on standard error. */
export function createOutput(flags: Flags, env: NodeJS.ProcessEnv): Output {
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
  const write = (text: string) => void process.stderr.write(text)
  const screen = createScreen({
    write,
    color: wantsColor(flags, process.stderr, env),
    verbose: flags.verbose === true,
  })
  return { show: screen, end: (result) => void print(showControls(result.text)) }
}

/** Flags that a resumed run needs again. */
const REPEATED = [
  ['cwd', '--cwd'],
  ['dataDir', '--data-dir'],
  ['baseUrl', '--base-url'],
  ['model', '--model'],
  ['permissionMode', '--permission-mode'],
  ['allow', '--allow'],
  ['deny', '--deny'],
  ['sandbox', '--sandbox'],
  ['wait', '--wait'],
  ['script', '--script'],
] as const

/** The last line of an interrupted run: the command that resumes it, quoted for a shell. */
export function resumeHint(flags: Flags, taskId: string): string {
  const repeated = REPEATED.flatMap(([key, flag]) =>
    [flags[key] ?? []].flat().flatMap((value) => [flag, quoted(value)]),
  )
  const network = flags.sandboxNetwork ? ['--sandbox-network'] : []
  return [programName(), 'resume', taskId, ...repeated, ...network].join(' ')
}
