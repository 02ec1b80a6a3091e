import { totalmem } from 'node:os'
import { CARD_QUERY, KV_TYPES, type KvType, makePlan, readCards, readSize } from '#box'
import { AircoderError } from '#core'
import { readCount, textOf } from '../input/flags.js'
import { type Environment, type Flags, readSettings } from '../input/read_settings.js'
import { runProgram } from '../input/run_program.js'

/**
 * Prints which windows of a model fit on the card: a table, a bar chart, and the host memory for warm prompts.
 * @throws AircoderError for flags, for a file that is not GGUF, and for an engine without the model
 */
export async function runPlan(
  model: string | undefined,
  flags: Flags,
  env: Environment,
): Promise<void> {
  const { settings } = readSettings({ config: flags.config, engineUrl: flags.engineUrl }, env)
  const answer = await runProgram('nvidia-smi', CARD_QUERY)
  const plan = await makePlan({
    model: model ?? (flags.gguf === undefined ? settings.models?.find(isName) : undefined),
    gguf: textOf(flags.gguf),
    projector: textOf(flags.mmproj),
    engineUrl: settings.engineUrl,
    engineToken: settings.engineToken,
    vramBytes: sizeOf('--vram', flags.vram),
    cards: answer?.code === 0 ? readCards(answer.output) : [],
    hostBytes: sizeOf('--ram', flags.ram) ?? totalmem(),
    people: readCount('--people', flags.people) ?? 5,
    kvType: kvTypeOf(flags.kv),
    slots: readCount('--slots', flags.slots) ?? settings.slots ?? 1,
    windowTokens: readCount('--window', flags.window),
    batch: readCount('--batch', flags.batch),
  })
  process.stdout.write(flags.json === true ? `${JSON.stringify(plan.json)}\n` : plan.text)
}

function isName(pattern: string): boolean {
  return !pattern.includes('*')
}

function sizeOf(name: string, flag: string | true | undefined): number | undefined {
  if (flag === undefined) return undefined
  const bytes = flag === true ? null : readSize(flag)
  if (bytes !== null) return bytes
  throw new AircoderError('USAGE', { reason: `${name} needs a size such as 24G` })
}

function kvTypeOf(flag: string | true | undefined): KvType {
  const found = Object.keys(KV_TYPES).find((type) => type === (flag ?? 'f16'))
  if (found !== undefined) return found as KvType
  throw new AircoderError('USAGE', { reason: `--kv is one of ${Object.keys(KV_TYPES).join(', ')}` })
}
