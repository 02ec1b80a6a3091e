import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleOf } from './bundle_packages.mjs'
import { compileFile, readCompiled } from './compile.mjs'

/** `./x.js` beside a TypeScript file means `./x.ts`, as in tsconfig's nodenext. */
export function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/js$/, 'ts'), context.parentURL)
    if (existsSync(url)) return { url: url.href, format: 'module', shortCircuit: true }
  }
  const bundle =
    /^[\w-]+$/.test(specifier) && context.parentURL?.endsWith('.ts') ? bundleOf(specifier) : null
  if (bundle !== null)
    return { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true }
  return next(specifier, context)
}

/** Serves the compiled text of a TypeScript file; compiles it when the run did not. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !/\.ts$/.test(url.split('?')[0])) return next(url, context)
  const path = fileURLToPath(url.split('?')[0])
  const source = readFileSync(path, 'utf8')
  const code = readCompiled(path, source) ?? (await compileFile(path, source))
  return { format: 'module', source: code, shortCircuit: true }
}
