import { inspectInner, useAlias } from '../git/git_inner.js'
import { inspectMoves, inspectRemotes } from '../git/git_moves.js'
import { wordsFor } from '../git/git_options.js'
import { otherRepository, topLevel } from '../git/git_place.js'
import { gitSafety } from '../git/git_safe.js'
import { useSetting } from '../git/git_settings.js'
import { inspectTrees, inTree, tracked } from '../git/git_trees.js'
import { useWords } from '../git/git_words.js'
import { readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, type Spec, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { settingsVariable } from '../readers/variables.js'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import { type Field, type Output, UNKNOWN } from '../state/types.js'

/** Options before the command. */
const GLOBAL: Partial<Spec> = {
  value: '-C --namespace --super-prefix',
  text: '-c --config-env',
  path: '--git-dir --work-tree --exec-path',
}

/** git: settings and places on the command line, commands inside, and what it shows of denied files. */
export const git: ProgramReader = {
  name: 'git',
  programs: { git: UNKNOWN_PROGRAM },
  inspect: inspectGit,
}

function inspectGit(call: Call): Output {
  const { walker, state } = call
  const start = commandAt(call.args)
  const moved = settingsVariable(state)
  if (moved !== null)
    walker.unsure(`${moved} makes git take its settings, and the programs in them, from elsewhere`)
  const global = readArguments(call.args.slice(0, start), GLOBAL)
  const inner = fork(state)
  for (const { name, kind, value } of global.options) {
    if (value === null) continue
    if (name === '--exec-path') walker.unsure('git --exec-path takes its commands from elsewhere')
    if (kind === 'text') useSetting(value, call)
    if (kind === 'path') walker.usePath(value, 'read', inner)
    if (name === '-C') {
      walker.tryPath(value, 'read', inner)
      inner.cwds =
        value.text === null
          ? null
          : placesOf(value.text, inner).unsure === null
            ? placesOf(value.text, inner).paths
            : null
    }
  }
  const [command, ...args] = call.args.slice(start)
  const own = { ...call, args, state: inner }
  if (command === undefined) {
    walker.part(wordsOf(call), state, null)
    return UNKNOWN
  }
  if (command.text === null) walker.usePath(command, 'read', state)
  useAlias(command, args, own)
  const read = readArguments(args, wordsFor(command.text ?? ''))
  useWords(command.text ?? '', read, own)
  inspectInner(command.text ?? '', args, own)
  inspectTrees(command.text ?? '', read, own)
  inspectMoves(command.text ?? '', read, own)
  inspectRemotes(command.text ?? '', read, own)
  const vague = call.args.find(({ text, several }) => text === null || several)
  const unsafe = vague
    ? `${vague.raw} is computed when it runs`
    : (gitSafety(global, command.text ?? '', read, args) ?? otherRepository(own))
  walker.part(wordsOf(call), state, unsafe)
  const lists =
    command.text === 'ls-files' ||
    (command.text === 'diff' && args.some(({ text }) => text === '--name-only'))
  if (command.text === 'rev-parse' && args[0]?.text === '--show-toplevel')
    return topLevel(inner.cwds, call)
  return lists
    ? {
        kind: 'names',
        hits: read.options.some(({ name }) => /^-[oi]$|^--(?:others|ignored)$/.test(name))
          ? inTree(HERE, own)
          : tracked(HERE, own),
        picked: false,
      }
    : UNKNOWN
}

function commandAt(args: readonly Field[]): number {
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text
    if (!text?.startsWith('-')) return at
    if (
      /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--exec-path)$/.test(
        text,
      ) &&
      text !== '--exec-path'
    )
      at += 1
  }
  return args.length
}
