import { realpathSync } from 'node:fs'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { placesUnder, type StepReport, setUp } from '#box'
import { systemClock } from '#core'
import { readSetting } from '#relay'
import { readCount, textOf } from '../flags.js'
import type { Environment, Flags } from '../read_settings.js'
import { runProgram } from '../run_program.js'

/** The one line that is left to the person. */
const LAST_LINE = 'systemctl enable --now aircoder-proxy'

/**
 * Brings a fresh box to where one line starts the proxy, and says each step.
 * @returns 0, or 1 where a step failed
 * @throws  AircoderError USAGE for flags
 */
export async function runSetup(flags: Flags, env: Environment): Promise<number> {
  const root = textOf(flags.root)
  const dryRun = flags.dryRun === true
  const settings: Record<string, unknown> = {}
  for (const name of ['host', 'engine', 'engineUrl', 'models', 'slots'] as const) {
    const text = textOf(flags[name])
    if (text !== undefined) settings[name] = readSetting(name, text)
  }
  if (dryRun) say('A dry run: nothing is changed.\n')
  let shown = ''
  const well = await setUp(
    {
      places: placesUnder(root === undefined ? '/' : resolve(root)),
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
The token of ${person}, shown this once and kept nowhere:
${token}
`
      },
    },
  ).finally(() => say(shown))
  if (!well) {
    say(
      '\nNot all steps went well. Mend what is named above and run it again: what is done stays done.\n',
    )
    return 1
  }
  if (dryRun) say('\nWithout --dry-run it does that. Then one line is left to type:\n')
  else say('\nOne line is left to type:\n')
  say(`${LAST_LINE}\n`)
  return 0
}

function reportText({ step, state, text, fix }: StepReport): string {
  const line = `${state.padEnd(6)} ${step.padEnd(10)} ${text}`
  return fix === undefined ? line : `${line}\n${' '.repeat(18)}fix: ${fix}`
}

function say(text: string): void {
  process.stdout.write(text)
}
