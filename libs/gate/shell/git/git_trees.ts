import { posix } from 'node:path'
import type { ReadArguments } from '../readers/options.js'
import type { Call } from '../readers/program.js'
import { deniedIn, HERE } from '../readers/tree.js'
import { placesOf } from '../state/places.js'
import { type Field, known } from '../state/types.js'

/** Options with which a log shows what changed, also cut short as git takes them. */
const SHOWS_PATCH =
  /^(?:-[pucmWUL]|--p|--pa|--pat|--patc|--patch.*|--uni.*|--bi.*|--cc|--dd|--diff-m.*|--rem.*|--full-d.*|--word-d.*|--color-w.*|--function-c.*|--ext-d.*|--textc.*|--check|--inter-h.*|--stdin)$/
/** Commands that show or move what is tracked. */
const SHOWS_TRACKED =
  /^(?:diff|show|stash|format-patch|archive|bundle|fast-export|whatchanged|range-diff|checkout-index|grep|restore|difftool|diff-tree|diff-index|diff-files|request-pull|upload-pack|upload-archive|daemon|instaweb|http-backend|send-email|read-tree|merge-tree|rerere)$/

/** Commands that cover the folder that they run in; the others cover the whole repository from any folder of it. */
const HERE_ALONE = /^(?:archive|checkout-index|clean|grep|ls-files|ls-tree|checkout|restore|mv|rm)$/

/** The folder with `.git` that a folder is in, or that folder. */
function topOf(cwd: string, { walker }: Call): string {
  const from = posix.normalize(cwd)
  for (let at = from; at !== '/'; at = posix.dirname(at))
    if (walker.disk.kind(`${at}/.git`) !== null) return at
  return from
}

/** What git shows, moves or deletes without a file on the command line. */
export function inspectTrees(command: string, read: ReadArguments, call: Call): void {
  const has = (...names: string[]) => read.options.some(({ name }) => names.includes(name))
  const ask = (hits: readonly string[], what: string) => {
    const [first] = hits
    if (first !== undefined)
      call.walker.unsure(`git ${command} ${what} ${first.split('/').at(-1)}, which is protected`)
  }
  const folders = read.operands.flatMap((word) => folderIn(word, call))
  // With `--full-diff` the folders choose the commits, not what is shown of them.
  const isHere = HERE_ALONE.test(command) || !(call.state.cwds?.length === 1)
  const start = isHere ? HERE : known(topOf(call.state.cwds?.[0] ?? '.', call))
  const roots = folders.length > 0 && !has('--full-diff') ? folders : [start]
  const all = () => roots.flatMap((root) => inTree(root, call))
  const stored = () => roots.flatMap((root) => tracked(root, call))
  const patched = read.options.some(({ name }) => SHOWS_PATCH.test(name))
  const summed = has(
    '--stat',
    '--name-only',
    '--name-status',
    '--shortstat',
    '--numstat',
    '--summary',
    '--quiet',
    '-q',
    '-s',
    '--no-patch',
  )
  const namesOnly = summed && !patched
  if (has('--no-index', '--untracked')) ask(all(), 'reads whole folders and reaches')
  const [first] = read.operands
  if (
    SHOWS_TRACKED.test(command) &&
    !namesOnly &&
    !(command === 'stash' && /^(?:drop|clear|pop|apply)$/.test(first?.text ?? '')) &&
    !(command === 'stash' && first?.text === 'list' && !patched && !has('-G', '-S'))
  )
    ask(narrowed(read, call) ? [] : stored(), 'reaches')
  // Only these change files or show them; the others move the mark alone.
  if (command === 'reset' && has('--hard', '--merge', '--keep', '-p', '--patch'))
    ask(stored(), 'changes')
  if (command === 'stash' && has('-u', '-a', '--include-untracked', '--all'))
    ask(all(), 'takes away')
  if (/^(?:log|reflog|rev-list|shortlog|show-branch)$/.test(command) && patched)
    ask(narrowed(read, call) ? [] : all(), 'may show')
  if (command === 'clean' && !has('-n', '--dry-run'))
    ask(
      all().filter((path) => has('-x', '-X') || !ignored(path, call)),
      'deletes',
    )
  if (command === 'add' && (has('-A', '--all', '-f', '--force') || folders.length > 0))
    ask(
      all().filter((path) => has('-f', '--force') || isTracked(path, call) || !ignored(path, call)),
      'stores',
    )
  if ((command === 'commit' && has('-a', '--all')) || (command === 'add' && has('-u', '--update')))
    ask(stored(), 'stores')
  if (
    /^(?:rm|mv|checkout|switch|restore|update-index)$/.test(command) &&
    (folders.length > 0 || has('-f', '--force'))
  )
    ask(stored(), 'changes')
  if (
    command === 'cat-file' &&
    !has('-t', '-s', '-e') &&
    !read.operands.every(({ text }) => /:|^HEAD|^(?:commit|tree)$/.test(text ?? ''))
  )
    call.walker.unsure('git cat-file shows an object that only its id names')
  if (/^(?:credential|remote-(?:ext|fd)$)/.test(command))
    call.walker.unsure(`git ${command} passes on data that the gate cannot see`)
  // These show each change before they ask for it, or in the text of a message.
  if (
    /^(?:add|checkout|commit|reset|restore|stash)$/.test(command) &&
    has('-p', '--patch', '-i', '--interactive')
  )
    ask(narrowed(read, call) ? [] : stored(), 'shows')
  if (/^(?:commit|status)$/.test(command) && has('-v', '-vv', '--verbose')) ask(stored(), 'shows')
  if (/^(?:diagnose|bugreport)$/.test(command) && (command === 'diagnose' || has('--diagnose')))
    call.walker.unsure(`git ${command} packs files of .git, which is protected`)
  if (has('--pathspec-from-file'))
    call.walker.unsure(`git ${command} takes files that only another file names`)
  if (
    (/^(?:update-index|hash-object)$/.test(command) && has('--stdin', '--stdin-paths', '-z')) ||
    (command === 'checkout-index' && has('--stdin'))
  )
    call.walker.unsure(`git ${command} takes files that only its input names`)
  if (command === 'unpack-file')
    call.walker.unsure('git unpack-file writes an object that only its id names')
  if (
    /^(?:cat-file|checkout-index|read-tree|unpack-file|fast-import)$/.test(command) &&
    has('--batch', '--batch-check', '-a', '--batch-command')
  )
    call.walker.unsure(`git ${command} shows objects that only its input names`)
}

/** The command names files, so it shows no others. */
function narrowed(read: ReadArguments, call: Call): boolean {
  const files = read.operands.filter(
    (word) =>
      // `:!x`, `:(glob)x` and `:/x` are patterns, `rev:file` is one file.
      /^(?!:[!^/(]).*:[^{}]/s.test(word.text ?? '') ||
      call.walker.disk.kind(`${call.state.cwds?.[0]}/${word.text}`) === 'file',
  )
  // `-L 1,5:file` shows that file alone.
  const lines = read.options.filter(({ name }) => name === '-L').map(({ value }) => value?.text)
  const named = lines.filter((text) => {
    const file = /:([^:]+)$/.exec(text ?? '')?.[1]
    return call.walker.disk.kind(`${call.state.cwds?.[0]}/${file}`) === 'file'
  })
  if (lines.length > 0 && named.length === lines.length) return true
  return files.length > 0 && files.length >= read.operands.length - 1
}

export function inTree(root: Field, call: Call): string[] {
  return deniedIn(root, call, (path) => !path.split('/').includes('.git')).hits
}

export function tracked(root: Field, call: Call): string[] {
  return inTree(root, call).filter((path) => isTracked(path, call))
}

function isTracked(path: string, { walker }: Call): boolean {
  return walker.disk.tracked(path)
}

function ignored(path: string, { walker }: Call): boolean {
  return walker.disk.ignored(path)
}

/** The folder that a word names, `:/` and `:(top)` among them. */
function folderIn(word: Field, call: Call): Field[] {
  if (/^:(?:\/|\(top[^)]*\))?$/.test(word.text ?? '')) return [HERE]
  return [word, ...pathspec(word)].filter((one) => isFolder(one, call)).slice(0, 1)
}

function isFolder(word: Field, { state, walker }: Call): boolean {
  return (
    word.text !== null &&
    placesOf(word.text, state).paths.some((path) => walker.disk.kind(path) === 'folder')
  )
}

/** `:(glob)x`, `:/x`, `rev:./x`: git's own ways to spell a path. */
export function pathspec(word: Field): Field[] {
  const [, path] = /^(?:[^:]*:)(?:\([^)]*\))?(?:\.?\/)?(.+)$/s.exec(word.text ?? '') ?? []
  if (/^[a-z][\w+.-]*:\/\//i.test(word.text ?? '')) return []
  return path === undefined || /^[^:]*:[!^]/.test(word.text ?? '') ? [] : [{ ...word, text: path }]
}
