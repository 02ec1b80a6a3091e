import { usePatch } from '../contents/patch_files.js'
import { filesOf } from '../readers/inner_text.js'
import type { ReadArguments } from '../readers/options.js'
import type { Call } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { tryWord } from '../readers/try_word.js'
import { type Field, known } from '../state/types.js'
import { isPattern } from '../words/pattern.js'
import { useConfig, useSetting } from './git_settings.js'
import { pathspec, tracked } from './git_trees.js'

/** The options and words of a command of git: what it reads, writes, runs and copies. */
export function useWords(command: string, read: ReadArguments, call: Call): void {
  const { walker, state } = call
  for (const { name, kind, value } of read.options) {
    if (value === null) continue
    if (kind === 'path') walker.usePath(value, 'read', state)
    if (kind === 'path' && value.text?.includes(':')) tryWord(value, call)
    if (kind === 'write') walker.usePath(value, 'write', state)
    if (kind === 'flag') tryWord(value, call)
    // `-L 1,5:file`
    if (name === '-L') tryWord({ ...value, text: value.text?.replace(/^.*:/s, '') ?? null }, call)
    if (command === 'clone' && /^(?:-c|--config)$/.test(name)) useSetting(value, call)
    const runs = /upload-pack|receive-pack|^--exec$|extcmd|-cmd$|^--open-files|^--httpd$/.test(name)
    if (runs || (command === 'clone' && name === '-u')) {
      if (value.text !== null) walker.inside(value.text, state)
      walker.unsure(`git ${name} runs a program`)
    }
  }
  const words =
    command === 'grep' && !read.options.some(({ name }) => /^-[ef]$/.test(name))
      ? read.operands.slice(1)
      : read.operands
  if (command === 'config') {
    useConfig(words, read, call)
    return
  }
  if (command === 'var' && read.options.some(({ name }) => name === '-l'))
    walker.unsure('git var -l shows every setting of git, and .git/config is protected')
  const text = /^(?:check-ref-format|branch|tag|describe|help|check-ignore)$/.test(command)
  for (const word of words) {
    if (word.text !== null && /^ext::/.test(word.text)) walker.unsure('git ext:: runs a program')
    if (text && word.text !== null && command !== 'check-ignore') continue
    if (word.text === null) walker.usePath(word, 'read', state)
    else for (const way of spellingsOf(word)) tryWord(way, call)
    if (word.text !== null && isPattern(word.text)) usePathspec(word, call)
  }
  if (/^(?:apply|am)$/.test(command)) {
    const readOnly = /^--(?:check|stat|numstat|summary)$/
    const acts = !read.options.some(({ name }) => readOnly.test(name))
    if (acts && !/^--(?:abort|continue|skip|quit)/.test(read.options[0]?.name ?? ''))
      usePatch(read.operands, { ...call, name: `git ${command}` })
  }
  if (/^(?:clone|worktree|init|submodule)$/.test(command)) useCopy(command, read, call)
}

/** `:/x` starts at the top of the tree: only git's own reading of it is a path. */
function spellingsOf(word: Field): readonly Field[] {
  const own = pathspec(word)
  return word.text?.startsWith(':') && own.length > 0 ? own : [word, ...own]
}

/** A copy of the whole repository, of which denied files may be a part, under names of its own. */
function useCopy(command: string, read: ReadArguments, call: Call): void {
  const isSubmodule = command === 'submodule'
  if (isSubmodule && read.operands[0]?.text !== 'add') return
  const [first, second] = isSubmodule ? read.operands.slice(1) : read.operands
  if (command === 'init') {
    call.walker.noteCreated(first ?? HERE, call.state, 'place')
    return
  }
  const copies = command === 'clone' || isSubmodule
  const from = copies ? first : HERE
  const into = copies ? second : first?.text === 'add' ? second : undefined
  const source = from?.text?.replace(/^file:\/\//i, '')
  if (into) call.walker.noteCreated(into, call.state, 'text')
  else if (copies) call.walker.noteCreated(HERE, call.state, 'text')
  const isLocal = copies ? source && !/^[\w.+-]+(?::\/\/|@|:)/.test(source) : into
  const [hit] = isLocal ? tracked(known(source ?? '.'), call) : []
  if (hit) call.walker.unsure(`git ${command} copies ${hit.split('/').at(-1)}, which is protected`)
}

/** git expands patterns itself, over folders. */
function usePathspec(word: Field, call: Call): void {
  const pattern = (word.text ?? '').replace(/^[^:]*:(?:\([^)]*\))?\/?/, '')
  if (/^[^:]*:[!^]/.test(word.text ?? '')) return
  for (const path of filesOf(pattern, call))
    call.walker.usePath({ ...word, text: path }, 'read', call.state)
}
