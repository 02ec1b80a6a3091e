import { posix } from 'node:path'
import { endChanged, expandSubscripts } from '../readers/builtin.js'
import { readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { moveTo } from '../state/state.js'
import { known, NOTHING, type Output, UNKNOWN } from '../state/types.js'

/** cd, pushd and popd: where the shell is afterwards. */
export const folders: ProgramReader = {
  name: 'folders',
  programs: { 'cd pushd popd': UNKNOWN_PROGRAM },
  inspect(call) {
    expandSubscripts(call)
    return BUILTINS[call.name]?.(call) ?? null
  },
}

const BUILTINS: Record<string, (call: Call) => Output> = {
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
    return endChanged(call)
  },
}

function change(call: Call, move: (next: readonly string[] | null) => void): Output {
  const { state, walker } = call
  const { operands } = readArguments(call.args, {})
  const [target] = operands
  const unknownBefore = target?.text === '-' && !state.vars.get('OLDPWD')
  const computed = target?.text === null || unknownBefore
  call.walker.part(wordsOf(call), state, computed ? 'its folder is computed' : null)
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
    // A folder that does not exist yet may exist by then: either is possible.
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
