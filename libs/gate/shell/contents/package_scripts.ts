import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { inspectProjectScript } from './project_files.js'

/** Options of npm, pnpm, yarn and bun that take a word of their own. */
const TAKES_WORD =
  /^(?:-C|-w|-F|--(?:prefix|dir|cwd|workspace|filter|loglevel|reporter|userconfig|globalconfig|cache|registry))$/
const FOLDER = /^(?:-C|--(?:prefix|dir|cwd))(?:=(.*))?$/s

/** The words of such a program that are no options, and the folder that it works in. */
export function packageWords({ args }: Call): { words: string[]; folder: string | null } {
  const words: string[] = []
  let folder: string | null = null
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text ?? ''
    const [, glued] = FOLDER.exec(text) ?? []
    if (FOLDER.test(text)) folder = glued ?? args[at + 1]?.text ?? ''
    if (TAKES_WORD.test(text)) at += 1
    else if (text !== '' && !text.startsWith('-')) words.push(text)
  }
  return { words, folder }
}

/** Reads the scripts of package.json with these names, those before and after them too. */
export function inspectPackageScripts(
  names: readonly string[],
  folder: string | null,
  call: Call,
): void {
  const { state, walker } = call
  const homes = folder === null ? (state.cwds ?? []) : placesOf(folder, state).paths
  for (const home of homes) {
    const scripts = scriptsOf(walker.disk.text(`${home}/package.json`))
    for (const name of names)
      for (const one of [`pre${name}`, name, `post${name}`])
        if (scripts[one] !== undefined) inspectProjectScript(scripts[one], call)
  }
}

function scriptsOf(text: string | null): Record<string, string> {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: Record<string, unknown> }
    const known = Object.entries(scripts ?? {}).filter(([, one]) => typeof one === 'string')
    return Object.fromEntries(known) as Record<string, string>
  } catch {
    // npm cannot read it either.
    return {}
  }
}
