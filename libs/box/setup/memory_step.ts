import type { BakePlan } from '../bake/bake.js'
import { gib, thousands } from '../format/numbers.js'
import { CARD_QUERY, readCards } from '../plan/cards.js'
import { hostCache, needOf } from '../plan/memory_plan.js'
import type { RunProgram } from '../system/run_program.js'
import type { SetupWish, StepReport } from './step.js'

/** Reports whether the model fits on the card, and the host memory for warm conversations. */
export async function planMemory(
  { name, source, windowTokens, batch }: BakePlan,
  settings: Record<string, unknown>,
  { people, hostBytes }: Pick<SetupWish, 'people' | 'hostBytes'>,
  run: RunProgram,
): Promise<StepReport[]> {
  const { shape, weightsBytes } = source
  // The engine does not report the shape; `plan --gguf` reads the file.
  if (shape === null) return []
  const step = 'memory'
  const answer = await run('nvidia-smi', CARD_QUERY)
  const cards = answer?.code === 0 ? readCards(answer.output) : []
  const cardBytes = cards.reduce((most, card) => Math.max(most, card.totalBytes), 0) || null
  const slots = typeof settings.slots === 'number' ? settings.slots : 1
  const input = { shape, weightsBytes, projectorBytes: 0, cardBytes }
  const need = needOf(batch === null ? input : { ...input, batch }, windowTokens, 'f16', slots)
  const sum = `${gib(need.totalBytes)} GiB for ${slots} slot${slots > 1 ? 's' : ''}`
  const plan = `aircoder-proxy plan ${name} shows what fits`
  const onCard: StepReport =
    need.fits === null
      ? {
          step,
          state: 'left',
          text: `card: needs ${sum}; nvidia-smi does not answer`,
          fix: plan,
        }
      : need.fits
        ? { step, state: 'there', text: `card: ${sum}, of ${gib(cardBytes ?? 0)}` }
        : {
            step,
            state: 'left',
            text: `card: needs ${sum}, and has ${gib(cardBytes ?? 0)}`,
            fix: plan,
          }

  const host = hostCache(need, people, hostBytes)
  const warm = `host: ${people} people x ${thousands(windowTokens)} tokens take ${gib(host.neededBytes)} GiB`
  if (host.setMib === null) return [onCard, { step, state: 'there', text: warm }]
  const fix = `Environment=LLAMA_ARG_CACHE_RAM=${host.setMib} with systemctl edit ollama, so that no prompt is read again`
  return [onCard, { step, state: 'left', text: warm, fix }]
}
