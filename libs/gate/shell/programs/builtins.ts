import { posix } from 'node:path'
import { readArguments } from '../readers/options.js'
import { tryWord, wordsOf } from '../readers/plain.js'
import { printedBy } from '../readers/print.js'
import type { Call, Program } from '../readers/program.js'
import { lookInside } from '../readers/script_files.js'
import { keepVariable } from '../readers/variables.js'
import { placesOf } from '../state/places.js'
import { assign, moveTo, type State } from '../state/state.js'
import { type Field, known, NOTHING, type Output, UNKNOWN } from '../state/types.js'

const safe = (call: Call): Output => {
  call.walker.part(wordsOf(call), call.state, null)
  return NOTHING
}
const unsafe = (call: Call): Output => {
  call.walker.part(wordsOf(call), call.state, `${call.name} changes the shell`)
  const { name, args } = call
  const shows = args.length === 0 || args.some(({ text }) => text === null || /^-\w*p/.test(text))
  return shows || TELLS.test(name) ? UNKNOWN : NOTHING
}
/** What prints something, whatever it is given. */
const TELLS = /^(?:pushd|popd|dirs|compgen|complete|bind|shopt|hash|alias|trap|wait|jobs)$/

/** `-e`, `+x`, and the name after `-o`; `-` and `--` end them. */
function isSetOption(text: string | null, before: string): boolean {
  return text !== null && (/^[-+](?!-?$)/.test(text) || /^[-+]\w*o$/.test(before))
}

/** What the shell does itself, by name. */
const BUILTINS: Record<string, Program> = {
  cd: (call) => change(call, (next) => moveTo(call.state, next)),
  pushd: (call) => {
    call.state.folders.push(call.state.cwds)
    // Alone, with a number or an option it turns the stack round.
    const turns = call.args[0] === undefined || /^[-+]/.test(call.args[0].text ?? '-')
    if (turns) call.state.folders = []
    return change(call, (next) => moveTo(call.state, turns ? null : next))
  },
  popd(call) {
    if (call.args.length > 0) call.state.folders = []
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
    const args = call.args.filter(({ text }) => text !== '--')
    const [text] = args
    if (text?.text === null) call.walker.unsure('trap runs a text that is computed')
    else if (text && args.length > 1 && text.text !== '-') {
      call.walker.inside(text.text ?? '', call.state)
      call.walker.atEnd(text.text ?? '', call.state)
    }
    return unsafe(call)
  },
  set(call) {
    const texts = call.args.map(({ text, several }) => (several ? null : text))
    const start = texts.findIndex((text, at) => !isSetOption(text, texts[at - 1] ?? ''))
    const words = start < 0 ? [] : texts.slice(/^--?$/.test(texts[start] ?? '') ? start + 1 : start)
    if (words.length > 0 || texts.includes('--'))
      call.state.positional = words.every((text) => text !== null) ? words : null
    if (
      texts.some(
        (text) =>
          /^(?:physical|keyword|history|histexpand)$/.test(text ?? '') ||
          /^-\w*[PkH]/.test(text ?? ''),
      )
    )
      call.walker.unsure('set changes how words are read')
    return unsafe(call)
  },
  shift(call) {
    call.state.positional = null
    return unsafe(call)
  },
  shopt(call) {
    call.state.dotglob = true
    const options = call.args.map(({ text }) => text)
    const turns = /^(?:globstar|extglob|lastpipe|cdable_vars|expand_aliases|localvar_inherit)$/
    if (options.some((option) => option === null || turns.test(option)))
      call.walker.unsure('it changes what patterns stand for')
    return unsafe(call)
  },
  alias(call) {
    if (call.args.length > 0) call.walker.unsure('an alias changes what words stand for')
    return unsafe(call)
  },
  hash(call) {
    for (const word of call.args) tryWord(word, call)
    if (call.args.length > 0) call.walker.unsure('hash changes what words stand for')
    return unsafe(call)
  },
  enable(call) {
    for (const word of call.args) tryWord(word, call)
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
  read: fillLine,
  mapfile: fillLines,
  readarray: fillLines,
  compgen: complete,
  complete,
  bind: bindKeys,
  wait: unsafe,
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
  const known = BUILTINS[call.name]
  const [option, name, ...words] = call.args
  const prints = call.name === 'printf' && option?.text?.startsWith('-v')
  if (known === undefined && !prints) return null
  // A subscript is arithmetic, and arithmetic runs what stands in it.
  for (const { text } of call.args) if (text?.includes('[')) call.walker.again(text, call.state)
  if (!prints) return known?.(call) ?? null
  const glued = option?.text !== '-v'
  const target = glued ? { ...option, text: option?.text?.slice(2) ?? null } : name
  const format = glued && name ? [name, ...words] : words
  const output = fill({ ...call, args: target ? [target as Field] : [] })
  const printed = printedBy({ ...call, args: format })
  if (target?.text && printed !== null) assign(call.state, target.text, [printed])
  return output
}

function change(call: Call, move: (next: readonly string[] | null) => void): Output {
  const { state, walker } = call
  const { operands } = readArguments(call.args, {})
  const [target] = operands
  call.walker.part(wordsOf(call), state, target?.text === null ? 'its folder is computed' : null)
  if (target === undefined) {
    for (const path of state.vars.get('HOME') ?? [])
      walker.tryPath({ ...known(path), raw: '~' }, 'read', state)
    move(state.vars.get('HOME') ?? null)
  } else if (target.text === '-') move(state.vars.get('OLDPWD') ?? null)
  else if (target.text === null || state.vars.has('CDPATH') || operands.length > 1) move(null)
  else {
    walker.tryPath(target, 'read', state)
    const { paths, unsure } = placesOf(target.text, state)
    // By name `..` goes one up; with -P it goes up from where a link led.
    const physical = call.args.some(({ text }) => /^-\w*P/.test(text ?? ''))
    const named = paths.map((path) => posix.normalize(path).replace(/(?<=.)\/$/, ''))
    const next = physical ? [...named, ...paths] : named
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
  return target?.text === '-' ? UNKNOWN : NOTHING
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

/** `read x <<< text`: one name gets the whole line. */
function fillLine(call: Call): Output {
  const { stdin } = call.state
  const names = call.args.filter(({ text }) => text !== '-r').map(({ text }) => text)
  const output = fill(call)
  const [name] = names
  if (
    stdin.kind === 'text' &&
    names.length === 1 &&
    name &&
    /^\w+$/.test(name) &&
    !call.state.ownSplit
  )
    assign(call.state, name, [(stdin.text.split('\n')[0] ?? '').trim()])
  return output
}

/** `-C` runs its text for every so many lines. */
function fillLines(call: Call): Output {
  const { options } = readArguments(call.args, { value: '-d -n -O -s -u -c', text: '-C' })
  for (const { name, value } of options) if (name === '-C') runValue(value, call)
  return fill(call)
}

/** Completion and key bindings hold commands. */
function complete(call: Call): Output {
  const { options } = readArguments(call.args, { value: '-A -G -P -S -X -o', text: '-C -F -W' })
  for (const { name, value } of options) {
    if (name === '-W') call.walker.again(value?.text ?? null, call.state)
    else if (value !== null) runValue(value, call)
  }
  return unsafe(call)
}

function bindKeys(call: Call): Output {
  const { options } = readArguments(call.args, { text: '-x', path: '-f' })
  for (const { kind, value } of options) {
    if (kind === 'path' && value) call.walker.usePath(value, 'read', call.state)
    if (kind === 'text') runValue(value, call)
  }
  if (call.args.length > 0) call.walker.unsure('bind gives keys commands')
  return unsafe(call)
}

function runValue(value: Field | null, { name, walker, state }: Call): void {
  if (value === null || value.text === null) walker.unsure(`${name} runs a text that is computed`)
  else walker.inside(value.text.replace(/^"[^"]*":/, ''), state)
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
