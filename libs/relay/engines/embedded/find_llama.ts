import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AircoderError } from '#core'
import type { JinjaPackage, LlamaPackage } from './llama_api.js'

const PACKAGE = 'node-llama-cpp'
const JINJA = '@huggingface/jinja'

/**
 * Loads node-llama-cpp, which is no dependency of ours: whoever wants this engine installs it.
 * @param folder  its own folder; undefined: found the way Node finds packages from here
 * @throws AircoderError ENGINE_MISSING
 */
export async function findLlama(
  folder: string | undefined,
): Promise<{ llama: LlamaPackage; jinja: JinjaPackage }> {
  // A package can name itself from inside, so its own folder is as good a start as one above it.
  const here = folder === undefined ? import.meta.url : resolve(folder, 'package.json')
  try {
    const entry = createRequire(here).resolve(PACKAGE)
    const llama = (await import(pathToFileURL(entry).href)) as LlamaPackage
    const jinja = createRequire(entry)(JINJA) as JinjaPackage
    return { llama, jinja }
  } catch (cause) {
    const place = folder === undefined ? '' : ` at ${folder}`
    const [reason = ''] = (cause as Error).message.split('\n')
    const facts = { engine: 'embedded', package: PACKAGE, place, reason }
    throw new AircoderError('ENGINE_MISSING', facts, { cause })
  }
}
