import { filesBelow } from '../contents/found_files.js'
import { readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { deniedIn, HERE } from '../readers/tree.js'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import { type Field, type Output, unknown } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'

/** Tests of find that take a word which is no path. */
const WORD_TESTS =
  /^-(?:i?name|i?path|i?wholename|i?regex|regextype|type|xtype|size|perm|user|group|uid|gid|links|inum|[acm]time|[acm]min|used|fstype|maxdepth|mindepth|printf|context|[il]name|ilname)$/
const FILE_TESTS = /^-(?:newer\w*|anewer|cnewer|samefile|files0-from)$/
const WRITERS = /^-(?:fprint0?|fprintf|fls)$/
const FD = { path: '--ignore-file --search-path --base-directory -C' }
const RUNNERS = /^-(?:exec|execdir|ok|okdir)$/

interface Asked {
  roots: Field[]
  /** The parts of the expression that say which files are meant. */
  tests: { not: boolean; test: string; pattern: string }[]
  /** Something in it makes the tests more than a plain "and". */
  branched: boolean
  runs: { words: Field[]; elsewhere: boolean }[]
  deletes: boolean
  writes: Field[]
  reads: Field[]
}

/** find and fd: the denied files that they meet, and what they do with what they find. */
export const find: ProgramReader = {
  name: 'find',
  programs: { 'find fd fdfind': UNKNOWN_PROGRAM },
  inspect: (call) => (call.name === 'find' ? inspectFind(call) : inspectFd(call)),
}

function inspectFind(call: Call): Output {
  const { state, walker } = call
  const asked = readExpression(call.args)
  const roots = asked.roots.length > 0 ? asked.roots : [HERE]
  for (const root of roots) walker.tryPath(root, 'read', state)
  for (const file of asked.reads) walker.usePath(file, 'read', state)
  for (const file of asked.writes) walker.usePath(file, 'write', state)
  if (asked.writes.length > 0) walker.seen.writes = true
  const found = roots.map((root) => deniedIn(root, call, (path) => isMeant(path, root, asked)))
  const hits = found.flatMap((one) => one.hits)
  const complete = found.every((one) => one.complete)
  // A search for such names means these files.
  const picked = !asked.branched && asked.tests.some(({ not }) => !not)
  const files = () =>
    filesBelow(pathsOf(roots, call), walker.disk, (path) =>
      roots.some((root) => isMeant(path, root, asked)),
    )
  const file: Field = {
    ...unknown('{}', hits.length === 0 && complete),
    hits: picked ? hits : [],
    files,
  }
  if (asked.deletes) walker.usePath({ ...file, raw: 'what find deletes' }, 'write', state)
  const computed = call.args.find(({ text }) => text === null)
  for (const { words, elsewhere } of asked.runs) {
    const inner = fork(state, { wrappers: [...state.wrappers, 'find'], depth: state.depth + 1 })
    if (elsewhere) inner.cwds = null
    walker.inspect(
      words.flatMap((word) => (word.text === '{}' ? [file] : [withMark(word)])),
      inner,
    )
  }
  const acts = asked.deletes || asked.writes.length > 0 || asked.runs.length > 0
  const follows = call.args.some(({ text }) => /^-(?:[HP]*L|follow)$/.test(text ?? ''))
  const unsafe = acts
    ? 'find writes, deletes or runs something'
    : follows
      ? 'find follows links out of the folder'
      : computed
        ? `${computed.raw} is computed`
        : null
  walker.part(wordsOf(call), state, unsafe)
  return { kind: 'names', hits, picked, files }
}

function pathsOf(roots: readonly Field[], { state }: Call): string[] {
  return roots.flatMap(({ text }) => (text === null ? [] : placesOf(text, state).paths))
}

function withMark(word: Field): Field {
  return word.text?.includes('{}') ? unknown(word.raw) : word
}

function readExpression(args: readonly Field[]): Asked {
  const asked: Asked = {
    roots: [],
    tests: [],
    branched: false,
    runs: [],
    deletes: false,
    writes: [],
    reads: [],
  }
  let not = false
  let inRoots = true
  for (let at = 0; at < args.length; at += 1) {
    const field = args[at] as Field
    const { text } = field
    if (inRoots && /^-(?:[HLP]|O\d)$/.test(text ?? '')) continue
    if (inRoots && !/^[-(!]/.test(text ?? '')) {
      asked.roots.push(field)
      continue
    }
    inRoots = false
    const value = args[at + 1]
    if (text === null || /^(?:\(|\)|,|-o|-or)$/.test(text)) asked.branched = true
    else if (text === '!' || text === '-not') {
      not = true
      continue
    } else if (text === '-delete') asked.deletes = true
    else if (RUNNERS.test(text)) {
      const end = args.findIndex(
        ({ text: word }, index) =>
          index > at && (word === ';' || (word === '+' && args[index - 1]?.text === '{}')),
      )
      const last = end < 0 ? args.length : end
      asked.runs.push({ words: args.slice(at + 1, last), elsewhere: text.endsWith('dir') })
      at = last
    } else if (WRITERS.test(text) && value) {
      asked.writes.push(value)
      at += text === '-fprintf' ? 2 : 1
    } else if (FILE_TESTS.test(text) && value) {
      asked.reads.push(value)
      at += 1
    } else if (WORD_TESTS.test(text)) {
      if (/name$|path$/.test(text) && !/lname$/.test(text))
        asked.tests.push({ not, test: text, pattern: value?.text ?? '*' })
      at += 1
    }
    not = false
  }
  return asked
}

/** Whether find could hand on a denied file, or a folder that it lies in. */
function isMeant(path: string, root: Field, asked: Asked): boolean {
  if (asked.branched) return true
  const names = path.split('/').filter(Boolean)
  return asked.tests.every(({ not, test, pattern }) => {
    const fits = compilePattern(pattern, test.startsWith('-i'))
    if (/path$/.test(test)) {
      const tails = names.map((_, at) => names.slice(at).join('/'))
      const meant = tails.some(
        (tail) => fits(tail) || fits(`./${tail}`) || fits(`${root.text}/${tail}`),
      )
      return not ? !fitsBelow(fits, path, root) : meant
    }
    return not ? !fits(names.at(-1) ?? '') : names.some(fits)
  })
}

/** Left out for sure: the path as find spells it fits. */
function fitsBelow(fits: (name: string) => boolean, path: string, root: Field): boolean {
  const parts = path.split('/')
  return parts.some((_, at) => fits(`${root.text}/${parts.slice(at).join('/')}`))
}

function inspectFd(call: Call): Output {
  const { state, walker, args } = call
  const at = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text ?? ''))
  const hidden = args.some(({ text }) =>
    /^-[a-zA-Z]*[Hu]|^--(?:hidden|unrestricted)/.test(text ?? ''),
  )
  const { hits, complete } = deniedIn(
    HERE,
    call,
    (path) => hidden || !/\/\./.test(path.slice(path.lastIndexOf('/'))),
  )
  // The first word is a pattern, the others are folders.
  const [, ...folders] = args.slice(0, at < 0 ? undefined : at).filter(isOperand)
  for (const folder of folders) walker.tryPath(folder, 'read', state)
  for (const { kind, value } of readArguments(args, FD).options)
    if (kind === 'path' && value) walker.usePath(value, 'read', state)
  const files = () => filesBelow(pathsOf([HERE], call), walker.disk, () => true)
  const file: Field = { ...unknown('what fd finds', hits.length === 0 && complete), files }
  if (at >= 0)
    walker.inspect(
      [...args.slice(at + 1).filter(({ text }) => text !== '{}'), file],
      fork(state, { wrappers: [...state.wrappers, 'fd'], depth: state.depth + 1 }),
    )
  walker.part(wordsOf(call), state, 'fd is not on the list of safe commands')
  return { kind: 'names', hits, picked: false, files }
}

function isOperand({ text }: Field): boolean {
  return text === null || !text.startsWith('-')
}
