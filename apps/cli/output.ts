import type { Event, TaskResult } from '#core'
import { createScreen, eventJson, resultJson, showControls } from '#terminal'
import type { Flags } from './options.js'

/** Where a run's events and its result go. */
export interface Output {
  show(event: Event): void
  end(result: TaskResult): void
}

/** Colours unless told otherwise by flag, NO_COLOR, or a stream that is no terminal. */
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
    return { show: () => {}, end: (result) => void print(JSON.stringify(resultJson(result))) }
  }
  if (flags.outputFormat === 'stream-json') {
    return {
      show(event) {
        const line = eventJson(event)
        if (line !== null) print(JSON.stringify(line))
      },
      end: (result) => void print(JSON.stringify(resultJson(result))),
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

/** The last line of an interrupted run: how to go on. */
export function resumeHint(flags: Flags, taskId: string): string {
  const place = [
    ...(flags.cwd === undefined ? [] : ['--cwd', flags.cwd]),
    ...(flags.dataDir === undefined ? [] : ['--data-dir', flags.dataDir]),
  ]
  return ['aircoder resume', taskId, ...place].join(' ')
}
