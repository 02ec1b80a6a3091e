import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AircoderError, type TaskResult } from '#core'
import { supervise } from '#supervisor'
import { createScreen } from '#terminal'
import { startScriptedProxy } from '../demo/proxy_process.js'
import type { Flags } from '../flags/flags.js'
import { exitCodeOf } from '../output/exit_code.js'
import { columnsOfTerminal } from '../output/in_rows.js'
import { openTheme } from '../output/open_theme.js'
import { programName } from '../output/program_name.js'
import { storyOf } from '../output/story.js'
import { addTask, chooseSession } from '../run/add_task.js'
import { drain } from '../run/drive.js'
import { prepare } from '../run/prepare.js'
import { closeWired, type Wired, wire } from '../run/wire.js'

const TASK =
  'Some users get a 401 although their token is fresh. Find the bug, fix it, and make the tests pass.'

/** `aircoder demo`: fixes a bug in a small sample project. @returns the exit code */
export async function runDemo(flags: Flags): Promise<number> {
  const live = flags.baseUrl !== undefined
  if (flags.model !== undefined && !live)
    throw new AircoderError('OPTION_INVALID', {
      option: `--model ${flags.model}`,
      reason: 'the demo replays recorded replies unless --base-url names a live endpoint',
      form: `The form is: ${programName()} demo --base-url URL --model ${flags.model}`,
    })
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-demo-'))
  const demo: Demo = { folder, live, hasBegun: false }
  try {
    return await playDemo(demo, flags)
  } finally {
    // What ran can be read afterwards; what never began leaves nothing.
    if (!demo.hasBegun) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Demo {
  folder: string
  /** The replies come from an endpoint, not from the recording. */
  live: boolean
  hasBegun: boolean
}

async function playDemo(demo: Demo, flags: Flags): Promise<number> {
  const { folder, live } = demo
  const cwd = join(folder, 'tokenbox')
  const dataDir = flags.dataDir ?? join(folder, 'data')
  cpSync(asset('demo/project'), cwd, { recursive: true })
  const proxy = live
    ? null
    : await startScriptedProxy(asset('aircoder-proxy.js'), asset('demo/recording.jsonl'), folder)
  try {
    print(`A small service with a bug is in ${cwd}.`)
    print(
      live
        ? `The replies come from ${flags.baseUrl}.`
        : `The model's replies are recorded, mistakes included. Everything else is real: the proxy at ${proxy?.url}, the tools, gates, ledger and tests.`,
    )
    print(`Task: ${TASK}\n`)
    const place = {
      ...flags,
      cwd,
      dataDir,
      baseUrl: flags.baseUrl ?? proxy?.url ?? '',
      permissionMode: flags.permissionMode ?? 'acceptEdits',
    }
    const allow = ['run_command:npm test', 'run_command:node --test*', ...(flags.allow ?? [])]
    const wired = await wire(await prepare({ ...place, allow }, process.env), process.env)
    demo.hasBegun = true
    try {
      return await watch(wired, flags, { cwd, dataDir, folder })
    } finally {
      await closeWired(wired)
    }
  } finally {
    await proxy?.stop()
  }
}

async function watch(
  wired: Wired,
  flags: Flags,
  at: { cwd: string; dataDir: string; folder: string },
): Promise<number> {
  const theme = openTheme(flags, wired.settings, process.stdout, process.env)
  const screen = createScreen({
    write: (text) => void process.stdout.write(text),
    theme: theme.now,
    verbose: flags.verbose === true,
    columns: () => columnsOfTerminal(process.stdout),
  })
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  const taskId = await addTask(wired, chooseSession(wired, flags, TASK), { text: TASK, flags })
  const run = supervise(taskId, wired.deps, abort.signal)
  const result = await drain(run, wired.audit, screen.show)
  print(`\n${screen.end(result) ?? ''}\n`)
  for (const line of storyOf(wired.ledger, taskId)) print(line)
  const place = `--cwd ${at.cwd} --data-dir ${at.dataDir}`
  print('\nRead more:')
  for (const rest of [`show ${taskId}`, 'search padding', 'verify', 'export --canonical'])
    print(`  ${programName()} ledger ${rest} ${place}`)
  if (isRecorded(flags)) expectProven(result, at.folder)
  return exitCodeOf(result)
}

/** Whether the demo runs as it was recorded: other flags may end it in another way. */
function isRecorded({ baseUrl, script, deny, maxSteps, permissionMode }: Flags): boolean {
  return [baseUrl, script, deny, maxSteps, permissionMode].every((flag) => flag === undefined)
}

/** The recorded demo must end with a proven result; anything else is a bug in aircoder. */
function expectProven(result: TaskResult, path: string): void {
  if (result.subtype === 'resolved' && result.proven) return
  throw new AircoderError('DEMO_INCOMPLETE', { reason: `${result.subtype}: ${result.text}`, path })
}

/** A file that the build copies beside the program. */
function asset(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url).href.replace('/chunks/', '/'))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
