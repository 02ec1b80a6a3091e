import { inspectPacked } from '../readers/packing.js'
import type { Call, ProgramReader } from '../readers/program.js'
import {
  inspectGiven,
  inspectProjectScript,
  noteProjectFiles,
  RUNNER,
} from '../readers/project_files.js'
import { HERE } from '../readers/tree.js'
import { inspectWrapped } from '../readers/wrapper.js'
import type { Field } from '../state/types.js'

/** npm, pnpm and yarn: scripts of package.json, commands of packages, and what they pack. */
export const npm: ProgramReader = {
  name: 'npm',
  programs: { 'npm pnpm yarn': RUNNER },
  inspect(call) {
    const { name, args, walker } = call
    const first = args[0]?.text ?? ''
    if (/^(?:exec|dlx|x)$/.test(first))
      return inspectWrapped(call, { code: '-c --call', value: '-p --package' }, args.slice(1))
    noteProjectFiles(call, ['package.json', '.npmrc', '.yarnrc.yml'])
    for (const text of packageScripts(call)) inspectProjectScript(text, call)
    if (name !== 'yarn' && /^(?:config|c|set|pkg|set-script)$/.test(first)) inspectSetting(call)
    if (args.some(({ text }) => /^--(?:script-shell|node-options)/.test(text ?? '')))
      walker.unsure(`an option sets the shell that runs the scripts of ${name}`)
    inspectPacked(packed(args), call)
    return null
  },
}

function packed(args: readonly Field[]): readonly Field[] {
  const words = args.filter(({ text }) => !text?.startsWith('-'))
  if (!/^(?:pack|publish)$/.test(words[0]?.text ?? '')) return []
  return words.length === 1 ? [HERE] : words.slice(1, 2)
}

/** The scripts that `npm run x`, `npm test`, `yarn x` start, those before and after them too. */
function packageScripts({ args, state, walker }: Call): string[] {
  const words = args.flatMap(({ text }) => (text === null || text.startsWith('-') ? [] : [text]))
  const [verb = '', second = ''] = words
  const named = /^(?:run|run-script|rum|urn)$/.test(verb)
    ? second
    : /^t(?:st)?$/.test(verb)
      ? 'test'
      : verb
  return (state.cwds ?? []).flatMap((cwd) => {
    const scripts = scriptsOf(walker.disk.text(`${cwd}/package.json`))
    return [`pre${named}`, named, `post${named}`].flatMap((one) => scripts[one] ?? [])
  })
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

/** `npm config set script-shell x`, `npm pkg set scripts.x=y`: what runs at the next start. */
function inspectSetting(call: Call): void {
  const { name, args, walker } = call
  const words = args.map(({ text }) => text ?? '')
  if (
    /^(?:config|c|set)$/.test(words[0] ?? '') &&
    words.some((word) => /(?:shell|node.options|prefix|registry)\b/.test(word))
  )
    walker.unsure(`${name} gets another shell or source for its scripts`)
  for (const word of words) {
    const [, text = ''] = /^scripts\.[^=]*=(.*)$/s.exec(word) ?? []
    if (text !== '') inspectGiven(text, call)
  }
  if (words[0] === 'set-script') inspectGiven(words.slice(2).join(' '), call)
}
