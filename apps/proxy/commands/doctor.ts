import { existsSync, realpathSync } from 'node:fs'
import { examine, findingText, placesUnder, tally, unitText } from '#box'
import { systemClock } from '#core'
import { textOf } from '../input/flags.js'
import { type Environment, type Flags, readSettings } from '../input/read_settings.js'
import { runProgram } from '../input/run_program.js'

/**
 * Checks the box and prints a line for each finding, with its fix.
 * @returns 0, or 1 where something fails
 * @throws  AircoderError SETTINGS_INVALID
 */
export async function runDoctor(flags: Flags, env: Environment): Promise<number> {
  const { config, engineUrl, model } = flags
  const { settings } = readSettings({ config, engineUrl, models: model }, env)
  const places = placesUnder(textOf(flags.root) ?? '/')
  const named = textOf(config) ?? env.AIRCODER_PROXY_CONFIG
  const json = flags.json === true
  const findings = await examine(
    {
      settings,
      configFile: named ?? (existsSync(places.config) ? places.config : null),
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
      `\n${counts.ok} ok, ${counts.warn} warnings, ${counts.fail} failed, ${counts.skip} skipped\n`,
    )
  return counts.fail === 0 ? 0 : 1
}
