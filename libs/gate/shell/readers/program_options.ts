import { fork } from '../state/state.js'
import { type Field, UNKNOWN } from '../state/types.js'
import { useNames } from './listed_names.js'
import type { ReadArguments } from './options.js'
import type { Call } from './program.js'

/** Names of options that start what their value names, in whatever program. */
const RUNS =
  /^--?(?:[\w-]*-)?(?:(?:exec\w*|commands?|cmd|prog|program|shell|script|hook)(?:-?(?:file|path|bin))?|pager|editor|rsh|ssh|askpass|opener|wrapper|runner|launcher|renderer|preview|filter|view|viewer|engine|handler|callback|action|before|after|password-file|vault-id)$|^--?on[-_]\w[\w-]*$|^-XX:On\w+$/i
/** Names of options whose value is a file with the names of others. */
const LISTS =
  /^--?(?:[\w-]*-)?(?:files?0?-?from0?|files?list|files?-list|list-?file|input-list|args?-?file|argument-?file|response-?file)$/i

/**
 * Options of a program that no file knows, judged by their names: `--on-change X` runs X. A single word without a
 * folder is a name such as `zsh`, unless a file has it.
 */
export function askAboutPrograms({ options }: ReadArguments, call: Call): void {
  const { args, state, walker } = call
  const named = new Set(options.filter(({ kind }) => kind !== 'flag').map(({ name }) => name))
  for (const [index, word] of args.entries()) {
    const [, option = '', glued] = /^(--?[A-Za-z][\w:-]*)(?:=(.*))?$/s.exec(word.text ?? '') ?? []
    if (option === '') continue
    // A row that names the option knows better.
    if (named.has(option)) continue
    const value = glued === undefined ? args[index + 1] : { ...word, text: glued }
    if (value === undefined || value.text === null) continue
    if (LISTS.test(option)) useNames(value, call)
    if (!RUNS.test(option) || value.text.startsWith('-')) continue
    const command = { ...value, text: value.text.replace(/^(?:[|!@]|[\w*.]+[:@](?=.*\s))+/, '') }
    const isHere = isFile(command.text)
    if (isHere && !command.text.includes('/')) command.text = `./${command.text}`
    if (/[\s/]/.test(command.text)) obeyCommand(command, option, call)
  }

  function isFile(text: string): boolean {
    return (state.cwds ?? []).some((cwd) => walker.disk.kind(`${cwd}/${text}`) === 'file')
  }
}

/** A command that a program runs for its caller, with data of its own as its input. */
export function obeyCommand(
  value: Field,
  option: string,
  { walker, state }: Pick<Call, 'walker' | 'state'>,
): void {
  if (value.text === null) walker.unsure(`${value.raw} is a computed command`)
  else
    walker.inside(
      value.text,
      fork(state, { stdin: UNKNOWN, wrappers: [...state.wrappers, option] }),
    )
}
