import { runCode } from '../programs/awk.js'
import { runBuiltin } from '../programs/builtins.js'
import { runFind } from '../programs/find.js'
import { runGit } from '../programs/git.js'
import { runInterpreter } from '../programs/interpreters.js'
import { runSearch } from '../programs/search.js'
import { runShell } from '../programs/shells.js'
import { runTar } from '../programs/tar.js'
import { runWrapper } from '../programs/wrappers.js'
import { runXargs } from '../programs/xargs.js'
import { fork, type State } from '../state/state.js'
import { type Field, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { lookAtPacking } from './packing.js'
import { runPlain, tryWord } from './plain.js'
import type { Call } from './program.js'
import { lookAtProjectScripts } from './project_scripts.js'
import { lookInside } from './script_files.js'
import { SPECS, UNKNOWN_PROGRAM } from './spec_table.js'

/** Who knows a program best is asked first; each gives null for what it does not know. */
const KNOWERS = [
  runBuiltin,
  runWrapper,
  runXargs,
  runShell,
  runInterpreter,
  runGit,
  runFind,
  runSearch,
  runCode,
  runTar,
  lookAtProjectScripts,
  lookAtPacking,
  runTextRunner,
]
/** Programs that hand a word of theirs to a shell. */
const TEXT_RUNNERS =
  /^(?:tmux|screen|devbox|zellij|byobu|hyperfine|concurrently|nodemon|watchexec|entr|onchange|chokidar|vagrant|pm2|forever|supervisor|dtach|abduco|expect|logger|systemd-inhibit)$/

/** Runs one simple command as far as it can be told: a function of the text, a known program, or any other. */
export function runProgram(fields: readonly Field[], state: State, walker: Walker): Output {
  const [head, ...args] = fields
  if (head === undefined || head.text === '') return { kind: 'none' }
  if (head.text === null || head.several) {
    walker.unsure(`the program is computed when it runs (${head.raw})`)
    for (const word of args) tryWord(word, { walker, state })
    walker.part([null, ...args.map(({ text }) => text)], state, 'its program is computed')
    return UNKNOWN
  }
  const body = state.functions.get(head.text)
  if (body !== undefined) return callFunction(body, args, state, walker)
  if (state.ownPath && !head.text.includes('/') && walker.isMade(`/${head.text}`, 'name'))
    walker.unsure(`${head.text} is made by the same command that runs it`)
  const call = { name: head.text.replace(/^.*\//s, ''), args, state, walker }
  const isOwn = head.text.includes('/')
  if (isOwn) {
    walker.usePath(head, 'run', state)
    lookInside(head, args, state, walker)
  }
  const before = walker.seen.parts.length
  const output = KNOWERS.reduce<Output | null>((found, knower) => found ?? knower(call), null)
  const printed = output ?? runPlain(call, SPECS.get(call.name) ?? UNKNOWN_PROGRAM)
  // A program that was named by its place may be any program of that name.
  const system = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/.test(head.text)
  if (isOwn && !system)
    for (const part of walker.seen.parts.slice(before)) {
      part.unsafe ??= `${head.text} is a program of its own`
      part.wrappers.push(head.text)
    }
  return printed
}

function runTextRunner(call: Call): Output | null {
  if (
    /^aircoder(?:-proxy)?$/.test(call.name) &&
    !call.args.some(({ text }) => text === '--version')
  )
    call.walker.unsure(`${call.name} shows what its own ledgers and settings hold`)
  if (
    call.name === 'jq' &&
    call.args.some(({ text }) => /\b(?:import|include)\s*"/.test(text ?? ''))
  )
    call.walker.unsure('jq loads other files')
  if (/^(?:mount|losetup|debugfs|dm-?setup)$/.test(call.name) && call.args.length > 0)
    call.walker.unsure(`${call.name} gives files other names`)
  if (call.name === 'socat')
    for (const { text } of call.args) {
      const [, inner] = /^(?:exec|system|shell):([^,]*)/is.exec(text ?? '') ?? []
      if (inner) call.walker.inside(inner, call.state)
    }
  if (
    /^(?:gcc|g\+\+|clang|cc|cpp|as|nasm)$/.test(call.name) &&
    /^(?:text|unknown|names)$/.test(call.state.stdin.kind)
  )
    call.walker.unsure(`${call.name} includes what it is told by its input`)
  if (!TEXT_RUNNERS.test(call.name)) return null
  for (const { text, raw } of call.args) {
    if (text === null) call.walker.unsure(`${call.name} may run ${raw}, which is computed`)
    else if (/\s/.test(text)) call.walker.inside(text, call.state)
  }
  return runPlain(call, UNKNOWN_PROGRAM)
}

function callFunction(
  body: NonNullable<ReturnType<State['functions']['get']>>,
  args: readonly Field[],
  state: State,
  walker: Walker,
): Output {
  const texts = args.map(({ text, several }) => (several ? null : text))
  const known = texts.every((text) => text !== null)
  const inner = fork(state, { positional: known ? texts : null, depth: state.depth + 1 })
  const output = walker.node(body.body, inner)
  // A function shares everything but its arguments with its caller.
  Object.assign(state, inner, {
    positional: state.positional,
    depth: state.depth,
    stdin: state.stdin,
  })
  return output
}
