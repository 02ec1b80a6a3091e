import { AircoderError } from '#core'
import { fullModelName } from '#relay'
import { describeAnswer, type ModelFacts } from '../../engine_facts/ollama_facts.js'
import { loadModel, proveWindow } from '../../engine_facts/prove_window.js'
import { gib, thousands } from '../../format/numbers.js'
import { type Finding, findingsOf, type OllamaBox } from './finding.js'
import { greenPicture } from './green_picture.js'

const PICTURE_MS = 5 * 60_000

/** The engine has the models that people may use. */
export function checkModels({ settings, used, installed, api }: OllamaBox): Finding[] {
  const { ok, warn, fail } = findingsOf('model')
  if (installed.length === 0)
    return [fail(`${api.url} has no model`, 'ollama pull qwen3:8b, then aircoder-proxy bake')]
  const missing = (settings.models ?? [])
    .filter((id) => !id.includes('*') && !used.some(({ name }) => name === fullModelName(id)))
    .map((id) =>
      fail(
        `${id} is not in the engine`,
        `aircoder-proxy bake --name ${id}, or remove it from "models"`,
      ),
    )
  if (used.length === 0 && missing.length === 0)
    return [fail('no model of the engine may be used', 'add one to "models" in the settings')]
  return [
    ...missing,
    ...used.map(({ name, kind }) => ok(`${name}${kind === '' ? '' : ` (${kind})`}`)),
    ...(settings.models === undefined
      ? [
          warn(
            'everybody may use every model',
            'name the baked ones: "models": ["…"] in the settings',
          ),
        ]
      : []),
  ]
}

/** Two windows on one file make the engine reload the file at every change between them. */
export function checkSharedFiles({ used }: OllamaBox): Finding[] {
  const { ok, fail } = findingsOf('one window')
  const byFile = new Map<string, ModelFacts[]>()
  for (const facts of used) {
    const file = facts.files[0]
    if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), facts])
  }
  const clashes = [...byFile.values()].filter(
    (models) => new Set(models.map(({ bakedWindow }) => bakedWindow)).size > 1,
  )
  if (clashes.length === 0) return [ok('no two windows on one file')]
  return clashes.map((models) => {
    const named = models.map(
      ({ name, bakedWindow }) =>
        `${name} (${bakedWindow === null ? 'the default' : thousands(bakedWindow)})`,
    )
    return fail(
      `${named.join(' and ')} use one file with different windows: it is reloaded at each change`,
      'keep one of them in "models" of the settings, or `ollama rm` the other',
    )
  })
}

/** Loads each model as a request would, and proves its window by a refusal. */
export async function checkWindows(box: OllamaBox): Promise<Finding[]> {
  const { skip } = findingsOf('window')
  const findings: Finding[] = []
  for (const facts of box.used.filter(({ capabilities }) => mayChat(capabilities))) {
    const others = box.loaded.filter(({ name }) => name !== facts.name)
    const isLoaded = box.loaded.some(({ name }) => name === facts.name)
    if (!isLoaded && others.length > 0 && !box.load) {
      const names = others.map(({ name }) => name).join(', ')
      findings.push(
        skip(
          `${facts.name}: not loaded, and ${names} might be unloaded for it; use --load to do it`,
        ),
      )
    } else findings.push(await checkWindow(box, facts))
  }
  return findings
}

async function checkWindow({ api, settings }: OllamaBox, facts: ModelFacts): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('window')
  const { name, bakedWindow } = facts
  try {
    const { windowTokens } = await loadModel(api, name, settings.keepAlive)
    if (windowTokens === null)
      return fail(`${name}: the engine does not report its window`, 'update Ollama')
    if (bakedWindow !== null && windowTokens !== bakedWindow)
      return fail(
        `${name}: ${thousands(bakedWindow)} baked, ${thousands(windowTokens)} served`,
        'bake it again with a window that the model was trained for',
      )
    const proof = await proveWindow(api, name, windowTokens, settings.keepAlive)
    if (proof.kind === 'accepted')
      return fail(
        `${name}: accepted ${thousands(proof.sentTokens)} tokens with a window of ${thousands(windowTokens)} without an error`,
        'update Ollama: this version does not support `truncate: false`',
      )
    if (proof.kind === 'other')
      return fail(
        `${name}: the window could not be proved: ${proof.reason}`,
        'see the log of the engine',
      )
    if (proof.windowTokens !== windowTokens)
      return fail(
        `${name}: reports ${thousands(windowTokens)}, refuses beyond ${thousands(proof.windowTokens)}`,
        'restart the engine; if that does not help, bake the model again',
      )
    const proved = `${name}: ${thousands(windowTokens)} tokens a slot, proved (${thousands(proof.promptTokens)} were refused)`
    return bakedWindow === null
      ? warn(
          `${proved}, but not baked: the engine may change it`,
          `aircoder-proxy bake --from ${name} --window ${windowTokens}`,
        )
      : ok(proved)
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return fail(`${name}: ${error.message}`, 'see the log of the engine (journalctl -u ollama)')
  }
}

/** Tools in the template: without them an agent gets no calls. */
export function checkTools({ used }: OllamaBox): Finding[] {
  const { ok, warn } = findingsOf('tools')
  return used
    .filter(({ capabilities }) => mayChat(capabilities))
    .map(({ name, capabilities }) =>
      capabilities.includes('tools')
        ? ok(`${name}: its template has tools`)
        : warn(
            `${name}: its template has no tools`,
            'use a model with tools for agents (`ollama show`)',
          ),
    )
}

/** Sends one small picture to each loaded model with vision. */
export async function checkVision({ api, used, loaded, settings }: OllamaBox): Promise<Finding[]> {
  const { ok, fail, skip } = findingsOf('vision')
  const withVision = used.filter(({ capabilities }) => capabilities.includes('vision'))
  if (withVision.length === 0)
    return [skip('no model has vision: images are refused before they wait')]
  const findings: Finding[] = []
  for (const { name } of withVision) {
    if (!loaded.some((model) => model.name === name)) {
      findings.push(skip(`${name}: not loaded, not checked`))
      continue
    }
    const answer = await api.ask(
      'POST',
      '/api/chat',
      {
        model: name,
        messages: [{ role: 'user', content: 'One word: which colour?', images: [greenPicture()] }],
        stream: false,
        truncate: false,
        shift: false,
        keep_alive: settings.keepAlive,
        options: { num_predict: 4 },
      },
      PICTURE_MS,
    )
    findings.push(
      answer.status === 200
        ? ok(`${name}: accepted a picture`)
        : fail(
            `${name}: reports vision, but refuses a picture: ${describeAnswer(answer)}`,
            'is its projector there? `ollama show`',
          ),
    )
  }
  return findings
}

/** Loaded models are completely on the card. */
export function checkMemory({ loaded }: OllamaBox): Finding[] {
  const { ok, warn, skip } = findingsOf('memory')
  if (loaded.length === 0) return [skip('no model is loaded')]
  return loaded.map(({ name, sizeBytes, vramBytes }) => {
    if (vramBytes >= sizeBytes) return ok(`${name}: ${gib(sizeBytes)} GiB, all on the card`)
    if (vramBytes === 0)
      return warn(
        `${name}: ${gib(sizeBytes)} GiB in host memory, none on a card`,
        'is there a card, and does Ollama see it? (nvidia-smi; journalctl -u ollama)',
      )
    return warn(
      `${name}: ${gib(sizeBytes - vramBytes)} of ${gib(sizeBytes)} GiB do not fit on the card: many times slower`,
      `aircoder-proxy plan ${name}, then a smaller window, fewer slots or a smaller model`,
    )
  })
}

/** An old Ollama reports no capabilities; its models can chat. */
function mayChat(capabilities: string[]): boolean {
  return capabilities.length === 0 || capabilities.includes('completion')
}
