import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const MODEL = 'SmolLM2-135M-Instruct.Q4_1.gguf'

/** A small real model: shared beside the repository, or wherever AIRCODER_TEST_GGUF says. */
export const GGUF = process.env.AIRCODER_TEST_GGUF ?? resolve('../shared/models', MODEL)

const script = pathToFileURL(join(process.cwd(), 'scripts/optional.mjs')).href
const { FOLDER } = (await import(script)) as { FOLDER: string }

/** The package's folder; undefined: found as Node finds packages, or not at all. */
export const MODULE = [process.env.AIRCODER_TEST_LLAMA, FOLDER].find(
  (folder) => folder !== undefined && existsSync(folder),
)

/** Why tests of the real engine cannot run here; false: they can. */
export function whyNotEmbedded(): string | false {
  if (MODULE === undefined && !isInstalled())
    return 'node-llama-cpp is not installed; `node scripts/optional.mjs` does it'
  if (!existsSync(GGUF)) return `there is no model at ${GGUF}; AIRCODER_TEST_GGUF names another`
  return false
}

function isInstalled(): boolean {
  try {
    return createRequire(import.meta.url).resolve('node-llama-cpp') !== ''
  } catch {
    return false
  }
}
