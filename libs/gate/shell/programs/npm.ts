import { inspectPackageScripts, packageWords } from '../contents/package_scripts.js'
import { inspectPacked } from '../contents/packing.js'
import { inspectGiven, noteProjectFiles, RUNNER } from '../contents/project_files.js'
import type { Call, ProgramReader } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { inspectWrapped } from '../readers/wrapper.js'
import type { Field } from '../state/types.js'

const SEVERAL = /^(?:npm-run-all2?|run-[sp])$/

/** npm, pnpm and yarn: scripts of package.json, commands of packages, and what they pack. */
export const npm: ProgramReader = {
  name: 'npm',
  programs: { 'npm pnpm yarn': RUNNER, 'npm-run-all npm-run-all2 run-s run-p': RUNNER },
  inspect(call) {
    const { name, args, walker } = call
    const { words, folder } = packageWords(call)
    const [first = ''] = words
    const at = args.findIndex(({ text }) => text === first)
    // yarn and `pnpm -c` give the words to a shell.
    const asShell =
      (name === 'yarn' && first === 'exec') ||
      args.slice(0, at).some(({ text }) => /^-c$|^--shell-mode$/.test(text ?? ''))
    if (/^(?:exec|dlx|x)$/.test(first) && !SEVERAL.test(name))
      return inspectWrapped(
        call,
        { code: '-c --call', value: '-p --package', ...(asShell ? { text: true } : {}) },
        args.slice(at + 1),
      )
    if (name === 'yarn' && first === 'node') return inspectWrapped(call, {}, args.slice(at))
    noteProjectFiles(call, ['package.json', '.npmrc', '.yarnrc.yml'])
    inspectPackageScripts(scriptNames(call, words), folder, call)
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

/** The scripts that `npm run x`, `npm test`, `yarn x` start. */
function scriptNames({ name }: Call, words: readonly string[]): readonly string[] {
  const [verb = '', second = ''] = words
  if (SEVERAL.test(name)) return words
  if (/^(?:run|run-script|rum|urn)$/.test(verb)) return [second]
  return [/^t(?:st)?$/.test(verb) ? 'test' : verb]
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
  // It lies in the home folder, with the tokens.
  if (words.some((word) => /^\/\/.*:_|^_auth/.test(word)))
    walker.unsure(`${name} reads or changes a token in its settings`)
  for (const word of words) {
    const [, text = ''] = /^scripts\.[^=]*=(.*)$/s.exec(word) ?? []
    if (text !== '') inspectGiven(text, call)
  }
  if (words[0] === 'set-script') inspectGiven(words.slice(2).join(' '), call)
}
