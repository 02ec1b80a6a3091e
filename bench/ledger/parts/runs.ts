import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One recorded step: what the model wrote and called, and what came back. */
export interface RecordedStep {
  said: string
  command: string
  exitCode: number
  output: string
}

/** A recorded run of another agent. */
export interface Run {
  name: string
  /** The first message of the user, whole. */
  task: string
  steps: RecordedStep[]
}

interface Recorded {
  role: string
  content: string
  tool_calls?: { function: { arguments: string } }[]
  extra?: { returncode?: number }
}

/** Larger samples take too long for two cores. */
const MOST_RUNS = 30

/**
 * Reads the recorded runs of mini-swe-agent in the folder of `--runs` or AIRCODER_TRAJECTORIES. They are not part of
 * the repository, because they hold text of other projects.
 * @returns the reason when there are none
 */
export function readRuns(words: readonly string[]): Run[] | string {
  const folder = optionOf(words, '--runs') ?? process.env.AIRCODER_TRAJECTORIES
  if (folder === undefined) return 'no recorded runs: set AIRCODER_TRAJECTORIES to their folder'
  if (!existsSync(folder)) return 'no recorded runs: the folder of AIRCODER_TRAJECTORIES is missing'
  const most = Number(optionOf(words, '--most') ?? MOST_RUNS)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json.gz'))
  if (names.length === 0) return 'no recorded runs: the folder has no .json.gz file'
  return names
    .sort()
    .slice(0, Math.min(most, MOST_RUNS))
    .map((name) => readRun(join(folder, name)))
}

/** The word after an option; undefined when it is not given. */
function optionOf(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(name)
  return at === -1 ? undefined : words[at + 1]
}

/** The windows of `--windows`, or those of the targets. */
export function windowsOf(words: readonly string[], all: readonly number[]): number[] {
  return optionOf(words, '--windows')?.split(',').map(Number) ?? [...all]
}

function readRun(path: string): Run {
  const { messages } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as {
    messages: Recorded[]
  }
  const steps: RecordedStep[] = []
  for (const [at, message] of messages.entries()) {
    const given = message.tool_calls?.[0]?.function.arguments
    const result = messages[at + 1]
    if (message.role !== 'assistant' || given === undefined || result === undefined) continue
    const { command } = JSON.parse(given) as { command?: string }
    // The last result is the submission: no action follows it.
    const output = result.role === 'tool' ? plainOutput(result.content) : ''
    const exitCode = result.extra?.returncode ?? 0
    if (command !== undefined && command.trim() !== '')
      steps.push({ said: message.content ?? '', command, exitCode, output })
  }
  const task = messages.find(({ role }) => role === 'user')?.content ?? ''
  return { name: basename(path, '.json.gz'), task, steps }
}

/** What the recorded model saw, without the tags around it. */
function plainOutput(content: string): string {
  return content
    .replace(/^<returncode>.*<\/returncode>\n?/, '')
    .replace(/<\/?(?:output|output_head|output_tail|elided_chars|warning)>\n?/g, '')
}
