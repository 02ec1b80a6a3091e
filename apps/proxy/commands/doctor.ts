import { realpathSync } from 'node:fs'
import { examine, findingText, tally, unitText } from '#box'
import { countNoun, systemClock } from '#core'
import type { Environment, Flags } from '../input/read_settings.js'
import { runProgram } from '../input/run_program.js'
import { readSettingsOfRoot } from '../input/settings_of_root.js'

/**
 * Checks the box and prints a line for each finding, with its fix.
 * @returns 0, or 1 where something fails
 * @throws  AircoderError SETTINGS_INVALID
 */
export async function runDoctor(flags: Flags, env: Environment): Promise<number> {
  const { settings, places, configFile } = readSettingsOfRoot(flags, env)
  const json = flags.json === true
  const findings = await examine(
    {
      settings,
      configFile,
      places,
      proc: '/proc',
      run: runProgram,
      nowMs: () => systemClock.now(),
      unit: unitText({
        node: process.execPath,
        program: realpathSync(process.argv[1] ?? ''),
        config: places.config,
        embedded: settings.engine === 'embedded',
        drainMs: settings.drainMs,
      }),
      load: flags.load === true,
    },
    (finding) => {
      if (!json) process.stdout.write(`${findingText(finding)}\n`)
    },
  )
  const counts = tally(findings)
  if (json) process.stdout.write(`${JSON.stringify({ ok: counts.fail === 0, counts, findings })}\n`)
  else
    process.stdout.write(
      `\n${counts.ok} ok, ${countNoun(counts.warn, 'warning')}, ${counts.fail} failed, ${counts.skip} skipped\n`,
    )
  return counts.fail === 0 ? 0 : 1
}
