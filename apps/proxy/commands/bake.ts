import { existsSync, readFileSync } from 'node:fs'
import {
  adjustModelfile,
  bake,
  DEFAULT_MODELFILE,
  describeHostMemory,
  openOllamaApi,
  placesUnder,
  planBake,
  proveBaked,
  readModelfile,
  thousands,
} from '#box'
import { AircoderError, describeSystemError } from '#core'
import { readCount, textOf } from '../input/flags.js'
import { type Environment, type Flags, readSettings } from '../input/read_settings.js'

/**
 * Creates the model of the Modelfile in the engine, and proves its window.
 * @throws AircoderError for flags, Modelfile and engine
 */
export async function runBake(flags: Flags, env: Environment): Promise<void> {
  const { settings } = readSettings({ config: flags.config, engineUrl: flags.engineUrl }, env)
  const { text, path } = modelfileText(textOf(flags.file))
  const adjusted = adjustModelfile(text, {
    from: textOf(flags.from),
    windowTokens: readCount('--window', flags.window),
    batch: readCount('--batch', flags.batch),
  })
  const api = openOllamaApi(settings.engineUrl, settings.engineToken)
  try {
    const modelfile = readModelfile(adjusted, path)
    const plan = await planBake(api, { modelfile, path, name: textOf(flags.name) })
    const words = `${plan.name}: ${thousands(plan.windowTokens)} tokens, from ${plan.from}`
    if (flags.dryRun === true) {
      say(plan.there ? `there     ${words}` : `would     ${words}`)
      return
    }
    const done = plan.there
      ? await proveBaked(api, plan, settings.keepAlive, say)
      : await bake(api, plan, settings.keepAlive, say)
    say(`${plan.there ? 'there' : 'baked'}     ${words}`)
    say(
      `proved    a prompt of ${thousands(done.provedTokens)} tokens was refused with both numbers`,
    )
    const hostMemory = describeHostMemory(done)
    if (hostMemory !== null) say(`memory    ${hostMemory}; see aircoder-proxy plan ${done.name}`)
    if (!(settings.models?.includes(done.name) ?? false))
      say(
        `next      add "models": ["${done.name}"] to the settings, so that only this window is used`,
      )
  } finally {
    await api.close()
  }
}

/** The file of the flag, else the one of the box, else the built-in one. */
function modelfileText(file: string | undefined): { text: string; path: string } {
  const path = file ?? placesUnder('/').modelfile
  if (file === undefined && !existsSync(path)) return { text: DEFAULT_MODELFILE, path: 'Modelfile' }
  try {
    return { text: readFileSync(path, 'utf8'), path }
  } catch (cause) {
    const reason = describeSystemError(cause)
    throw new AircoderError('MODELFILE_INVALID', { path, line: 1, reason }, { cause })
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
