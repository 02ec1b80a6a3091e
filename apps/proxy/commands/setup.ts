import { realpathSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { placesUnder, type StepReport, setUp } from '#box'
import { systemClock } from '#core'
import { readSetting } from '#relay'
import { readCount, textOf } from '../input/flags.js'
import type { Environment, Flags } from '../input/read_settings.js'
import { runProgram } from '../input/run_program.js'

/**
 * Prepares a fresh box so that one command starts the proxy, and prints each step.
 * @returns 0, or 1 where a step failed
 * @throws  AircoderError USAGE or SETTINGS_INVALID for flags
 */
export async function runSetup(flags: Flags, env: Environment): Promise<number> {
  const root = textOf(flags.root)
  const dryRun = flags.dryRun === true
  const settings: Record<string, unknown> = {}
  for (const name of ['host', 'engine', 'engineUrl', 'models', 'slots'] as const) {
    const text = textOf(flags[name])
    if (text !== undefined) settings[name] = readSetting(name, text)
  }
  if (dryRun) say('Dry run: nothing is changed.\n')
  const places = placesUnder(root === undefined ? '/' : resolve(root))
  let shown = ''
  const ok = await setUp(
    {
      places,
      live: root === undefined,
      dryRun,
      settings,
      person: textOf(flags.person) ?? env.SUDO_USER ?? 'admin',
      from: textOf(flags.from),
      windowTokens: readCount('--window', flags.window),
      batch: readCount('--batch', flags.batch),
      people: readCount('--people', flags.people) ?? 5,
      hostBytes: totalmem(),
      node: process.execPath,
      program: realpathSync(process.argv[1] ?? ''),
    },
    {
      run: runProgram,
      nowMs: () => systemClock.now(),
      report: (report) => say(`${reportText(report)}\n`),
      say: (text) => say(`      …          ${text}\n`),
      showToken: (person, token) => {
        shown = `
The token of ${person}. It is shown only now and not stored:
${token}
`
      },
    },
  ).finally(() => say(shown))
  if (!ok) {
    say(`\n${dryRun ? FAILED_DRY : FAILED}\n`)
    return 1
  }
  if (dryRun) say('\nRun it without --dry-run to make these changes. Then run:\n')
  else say('\nNow run:\n')
  say(`${startCommand(root === undefined ? null : places.config)}\n`)
  return 0
}

const FAILED =
  'Some steps failed. Fix the errors above and run setup again: completed steps are skipped.'
const FAILED_DRY =
  'Nothing was changed. The steps marked `failed` would fail now: fix the errors above and try again.'

/** The command that starts the proxy. @param config  the settings file in a trial folder, which systemd does not know */
function startCommand(config: string | null): string {
  if (config === null) return 'systemctl enable --now aircoder-proxy'
  return `aircoder-proxy serve --config ${/^[\w/.-]+$/.test(config) ? config : `'${config.replaceAll("'", "'\\''")}'`}`
}

function reportText({ step, state, text, fix }: StepReport): string {
  const line = `${state.padEnd(6)} ${step.padEnd(10)} ${text}`
  return fix === undefined ? line : `${line}\n${' '.repeat(18)}fix: ${fix}`
}

function say(text: string): void {
  process.stdout.write(text)
}
