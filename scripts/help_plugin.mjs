import { createRequire } from 'node:module'
import { build } from 'esbuild'

const HELP_TEXT = /\/apps\/\w+\/help_text\.ts$/

/**
 * The esbuild plugin that runs each `help_text.ts` during the build and puts its text in its place, so that
 * a program prints its help without loading its command line.
 */
export const helpPlugin = {
  name: 'help-text',
  setup(build) {
    build.onLoad({ filter: HELP_TEXT }, async ({ path }) => {
      const { HELP } = await evaluate(path)
      return { contents: `export const HELP = ${JSON.stringify(HELP)}`, loader: 'ts' }
    })
  },
}

/** Bundles a source file and runs it. @returns its exports */
export async function evaluate(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    // A command's own code is loaded when it runs, which it does not here.
    external: ['./commands/*'],
    write: false,
    logLevel: 'error',
  })
  const module = { exports: {} }
  const run = new Function('module', 'exports', 'require', outputFiles[0].text)
  run(module, module.exports, createRequire(import.meta.url))
  return module.exports
}
