import { readOllamaEnvironment } from '#relay'
import { gib } from '../../format/numbers.js'
import { type Finding, findingsOf, type OllamaBox } from './finding.js'

/** Beyond this, times in logs and usage by day are misleading. */
const CLOCK_WARN_MS = 5_000

/** Which engine answers. */
export function checkEngine({ api, version }: OllamaBox): Finding[] {
  return [findingsOf('engine').ok(`Ollama ${version} at ${api.url}`)]
}

/** Compares the engine's clock with ours, by the Date header of its answer. */
export function checkClock({ dateMs, nowMs }: OllamaBox): Finding[] {
  const { ok, warn, skip } = findingsOf('clock')
  if (dateMs === null) return [skip('the engine does not report its time')]
  // The header has whole seconds.
  const differenceMs = Math.max(0, Math.abs(nowMs() - dateMs) - 1_000)
  if (differenceMs < CLOCK_WARN_MS) return [ok('agrees with the engine')]
  return [
    warn(
      `${Math.round(differenceMs / 1_000)} s of difference to the engine’s clock`,
      'timedatectl set-ntp true, on both machines',
    ),
  ]
}

/** Compares the slots of the engine with the slots of the proxy. */
export function checkSlots({ settings, runners }: OllamaBox): Finding[] {
  const { ok, warn, fail, skip } = findingsOf('slots')
  const known = runners.filter(({ owned, slots }) => owned && slots !== null)
  if (known.length === 0) return [skip('no runner of this box reports its slots')]
  const engine = Math.min(...known.map(({ slots }) => slots ?? 1))
  const ours = settings.slots ?? 1
  if (engine === ours) return [ok(`${ours} in the engine and in the proxy`)]
  if (engine < ours)
    return [
      fail(
        `the proxy sends ${ours} requests at the same time, the engine runs ${engine}: the others wait in the engine, outside the fair queue`,
        `"slots": ${engine} in the settings, or OLLAMA_NUM_PARALLEL=${ours} for \`ollama serve\``,
      ),
    ]
  return [
    warn(
      `the engine has ${engine}, the proxy uses ${ours}: memory on the card is unused`,
      `"slots": ${engine} in the settings, or OLLAMA_NUM_PARALLEL=${ours} for \`ollama serve\``,
    ),
  ]
}

/** Runners whose `ollama serve` was killed keep their memory for ever. */
export function checkOrphans({ runners }: Pick<OllamaBox, 'runners'>): Finding[] {
  const { ok, fail } = findingsOf('orphans')
  const orphans = runners.filter(({ owned }) => !owned)
  if (orphans.length === 0) return [ok('no runner without its engine')]
  return orphans.map(({ pid, memoryBytes, file }) =>
    fail(
      `process ${pid} is a runner without its engine: ${gib(memoryBytes)} GiB${file === null ? '' : `, ${file}`}`,
      `kill ${pid}, and keep KillMode=control-group in Ollama’s unit`,
    ),
  )
}

/** The environment of `ollama serve`, if it can be read: the cache for prompts and flash attention. */
export function checkEngineSettings({ proc }: OllamaBox): Finding[] {
  const { ok, warn, skip } = findingsOf('engine settings')
  const env = readOllamaEnvironment(proc)
  if (env === null)
    return [skip('how `ollama serve` was started can’t be read (another box, or not root)')]
  const findings: Finding[] = []
  if (env.LLAMA_ARG_CACHE_RAM === '0')
    findings.push(
      warn(
        'LLAMA_ARG_CACHE_RAM=0: after each change of conversation the whole prompt is read again',
        'remove it from the environment of `ollama serve`; aircoder-proxy plan computes a size',
      ),
    )
  const quantised = (env.OLLAMA_KV_CACHE_TYPE ?? 'f16') !== 'f16'
  if (quantised && env.OLLAMA_FLASH_ATTENTION !== '1')
    findings.push(
      warn(
        `OLLAMA_KV_CACHE_TYPE=${env.OLLAMA_KV_CACHE_TYPE} needs flash attention`,
        'OLLAMA_FLASH_ATTENTION=1 for `ollama serve`',
      ),
    )
  return findings.length > 0 ? findings : [ok('no problem found')]
}
