import { posix } from 'node:path'
import { placesOf } from '../places.js'
import { assign, moveTo, type State } from '../state.js'
import { type Field, NOTHING, type Output, UNKNOWN } from '../types.js'
import { readArguments } from './options.js'
import { wordsOf } from './plain.js'
import type { Call, Program } from './program.js'
import { lookInside } from './script_files.js'
import { keepVariable } from './variables.js'

const safe = (call: Call): Output => {
  call.walker.part(wordsOf(call), call.state, null)
  return NOTHING
}
const unsafe = (call: Call): Output => {
  call.walker.part(wordsOf(call), call.state, `${call.name} changes the shell`)
  return NOTHING
}

/** What the shell does itself, by name. */
const BUILTINS: Record<string, Program> = {
  cd: (call) => change(call, (next) => moveTo(call.state, next)),
  pushd: (call) => {
    call.state.folders.push(call.state.cwds)
    return change(call, (next) => moveTo(call.state, next))
  },
  popd(call) {
    moveTo(call.state, call.state.folders.pop() ?? null)
    return unsafe(call)
  },
  eval(call) {
    const text = joined(call.args)
    if (text === null) call.walker.unsure('eval runs a text that is computed')
    else call.walker.shared(text, call.state)
    return UNKNOWN
  },
  source: (call) => runFile(call),
  '.': (call) => runFile(call),
  trap(call) {
    const [text] = call.args
    if (text?.text === null) call.walker.unsure('trap runs a text that is computed')
    else if (text && call.args.length > 1 && text.text !== '-')
      call.walker.inside(text.text ?? '', call.state)
    return unsafe(call)
  },
  set(call) {
    const dashes = call.args.findIndex(({ text }) => text === '--')
    if (dashes >= 0) {
      const texts = call.args.slice(dashes + 1).map(({ text }) => text)
      call.state.positional = texts.every((text) => text !== null) ? texts : null
    }
    return unsafe(call)
  },
  shift(call) {
    call.state.positional = null
    return unsafe(call)
  },
  shopt(call) {
    call.state.dotglob = true
    const options = call.args.map(({ text }) => text)
    if (options.includes('globstar') || options.includes('extglob') || options.includes(null))
      call.walker.unsure('it changes what patterns stand for')
    return unsafe(call)
  },
  alias(call) {
    if (call.args.length > 0) call.walker.unsure('an alias changes what words stand for')
    return unsafe(call)
  },
  hash(call) {
    if (call.args.length > 0) call.walker.unsure('hash changes what words stand for')
    return unsafe(call)
  },
  enable(call) {
    call.walker.unsure('enable changes what words stand for')
    return unsafe(call)
  },
  export: keep,
  declare: keep,
  typeset: keep,
  local: keep,
  readonly: keep,
  unset(call) {
    for (const { text } of call.args) if (text !== null) lose(call.state, text)
    return unsafe(call)
  },
  read: fill,
  mapfile: fill,
  readarray: fill,
  getopts: fill,
  let(call) {
    for (const { raw } of call.args)
      for (const [name] of raw.matchAll(/[A-Za-z_]\w*/g)) lose(call.state, name)
    return unsafe(call)
  },
  test: check,
  '[': check,
  exit: safe,
  return: safe,
  break: safe,
  continue: safe,
}

/** Runs what the shell does itself; null for programs. */
export function runBuiltin(call: Call): Output | null {
  if (call.name === 'printf' && call.args[0]?.text === '-v')
    return fill({ ...call, args: call.args.slice(1, 2) })
  return BUILTINS[call.name]?.(call) ?? null
}

function change(call: Call, move: (next: readonly string[] | null) => void): Output {
  const { state, walker } = call
  const { operands } = readArguments(call.args, {})
  const [target] = operands
  call.walker.part(wordsOf(call), state, target?.text === null ? 'its folder is computed' : null)
  if (target === undefined) move(state.vars.get('HOME') ?? null)
  else if (target.text === '-') move(state.vars.get('OLDPWD') ?? null)
  else if (target.text === null || state.vars.has('CDPATH') || operands.length > 1) move(null)
  else {
    walker.tryPath(target, 'read', state)
    const { paths, unsure } = placesOf(target.text, state)
    const next = paths.map((path) => posix.normalize(path).replace(/(?<=.)\/$/, ''))
    const sure = next.every(
      (path) => walker.disk.kind(path) === 'folder' || walker.disk.kind(path) === 'link',
    )
    // A folder that is not there yet may be made before: then either is possible.
    move(
      unsure !== null || state.cwds === null
        ? null
        : sure
          ? next
          : [...new Set([...next, ...state.cwds])],
    )
  }
  return NOTHING
}

function joined(args: readonly Field[]): string | null {
  const texts = args.map(({ text, several }) => (several ? null : text))
  return texts.every((text) => text !== null) ? texts.join(' ') : null
}

function runFile(call: Call): Output {
  const [file, ...rest] = call.args
  if (file === undefined) return NOTHING
  call.walker.usePath(file, 'read', call.state)
  lookInside(file, rest, call.state, call.walker, true)
  // Whatever it sets is not known here.
  for (const name of call.state.vars.keys())
    if (name !== 'HOME' && name !== 'PWD') assign(call.state, name, null)
  return unsafe(call)
}

function keep(call: Call): Output {
  const { state, walker } = call
  if (call.args.some(({ text }) => /^-\w*n/.test(text ?? '')) && call.name !== 'export')
    walker.unsure('a name stands for another name')
  for (const { text, raw } of call.args) {
    const source = text ?? raw
    const [, name = '', value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(source) ?? []
    if (name !== '')
      keepVariable(name, text === null || value === undefined ? null : [value], state, walker)
    else if (text === null) walker.unsure(`${raw} is computed when it runs`)
  }
  return unsafe(call)
}

function fill(call: Call): Output {
  for (const { text, raw } of call.args) {
    if (text === null) call.walker.unsure(`${raw} is computed when it runs`)
    else if (/^[A-Za-z_]\w*$/.test(text)) lose(call.state, text)
  }
  for (const name of ['REPLY', 'MAPFILE', 'OPTARG']) lose(call.state, name)
  return unsafe(call)
}

/** Words beside these operators are files; all others are text and numbers. */
const FILE_TEST = /^-[a-hkprstuwxGLNOS]$/
const FILE_PAIR = /^-(?:nt|ot|ef)$/

function check(call: Call): Output {
  const { args, walker, state } = call
  for (const [index, word] of args.entries()) {
    const [before, after] = [args[index - 1]?.text ?? '', args[index + 1]?.text ?? '']
    const isFile = FILE_TEST.test(before) || FILE_PAIR.test(before) || FILE_PAIR.test(after)
    if (isFile && !word.globbed) walker.tryPath(word, 'read', state)
  }
  const vague = args.find(({ text }) => text === null)
  walker.part(wordsOf(call), state, vague ? `${vague.raw} is computed when it runs` : null)
  return NOTHING
}

function lose(state: State, name: string): void {
  assign(state, name, null)
}
