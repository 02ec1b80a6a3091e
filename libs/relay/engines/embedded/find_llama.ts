import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AircoderError } from '#core'
import type { JinjaPackage, LlamaPackage } from './llama_api.js'

const PACKAGE = 'node-llama-cpp'
const JINJA = '@huggingface/jinja'

/**
 * Loads node-llama-cpp, which is not a dependency: users of this engine install it.
 * @param folder  its own folder; undefined: found the way Node finds packages from here
 * @throws AircoderError ENGINE_MISSING
 */
export async function findLlama(
  folder: string | undefined,
): Promise<{ llama: LlamaPackage; jinja: JinjaPackage }> {
  // A package can resolve its own name, so its own folder works as well as a folder above it.
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
