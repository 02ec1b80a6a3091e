import type { AndOr, CommandNode, CompoundList, PipelineNode } from 'unbash'
import { assign, fork, join, type State } from '../state/state.js'
import { NOTHING, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'

/** Walks one node in a state, which it changes as the shell would. */
type Walk = (node: PipelineNode | CommandNode | CompoundList, state: State) => Output

/** Each command after the first may be left out: what follows starts from any of them. */
export function walkAndOr({ commands, operators }: AndOr, state: State, walk: Walk): Output {
  const ends: State[] = []
  let here = fork(state)
  const outputs = commands.map((one, at) => {
    // After `||` something before it has failed, and it may be any of them.
    if (operators[at - 1] === '||') join(here, ...ends)
    const output = walk(one, here)
    ends.push(here)
    here = fork(here)
    return output
  })
  const [first, ...later] = ends
  if (first) Object.assign(state, first, { wrappers: state.wrappers, stdin: state.stdin })
  join(state, ...later)
  // What may be left out says one thing or nothing.
  return outputs.slice(1).every(({ kind }) => kind === 'none') ? (outputs[0] ?? NOTHING) : UNKNOWN
}

/** Each command reads what the one before it prints. */
export function walkPipeline(commands: readonly CommandNode[], state: State, walk: Walk): Output {
  if (commands.length === 1 && commands[0]) return walk(commands[0], state)
  let flow: Output = state.stdin
  for (const one of commands) flow = walk(one, fork(state, { stdin: flow }))
  return flow
}

/** Any of the bodies may run, or none. */
export function walkBranches(
  { clauses, bodies }: { clauses: readonly CompoundList[]; bodies: readonly CompoundList[] },
  state: State,
  walk: Walk,
): Output {
  for (const clause of clauses) walk(clause, state)
  const ends = bodies.map((body) => {
    const branch = fork(state)
    return { branch, output: walk(body, branch) }
  })
  join(state, ...ends.map(({ branch }) => branch))
  // It says what one of the branches says, or nothing.
  return ends.every(({ output }) => output.kind === 'none') ? NOTHING : UNKNOWN
}

/**
 * A body may run often: what it sets is unknown when it begins, and where it moves to as well.
 * `own` is the variable of a `for` loop, which is set by the loop itself.
 */
export function walkLoop(
  { lists, own }: { lists: readonly CompoundList[]; own?: string },
  state: State,
  walk: Walk,
  walker: Pick<Walker, 'created' | 'nextRound'>,
): Output {
  const before = walker.created()
  for (const name of namesSet(lists)) if (name !== own) assign(state, name, null)
  let round = fork(state)
  let outputs = lists.map((list) => walk(list, round))
  const moved = String(round.cwds) !== String(state.cwds)
  const changed = [...round.vars].filter(
    ([name, values]) => name !== own && String(values) !== String(state.vars.get(name) ?? null),
  )
  const shifted = String(round.positional) !== String(state.positional)
  // A file of an earlier round is there when the next one begins.
  const creates = walker.created() > before
  if (moved || shifted || creates || changed.length > 0) {
    if (moved) state.cwds = null
    if (shifted) state.positional = null
    for (const [name] of changed) assign(state, name, null)
    round = fork(state)
    outputs = walker.nextRound(() => lists.map((list) => walk(list, round)))
  }
  join(state, round)
  return outputs.every((output) => output.kind === 'none') ? NOTHING : UNKNOWN
}

function namesSet(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(namesSet)
  const { type, name } = node as { type?: string; name?: unknown }
  const own = type === 'Assignment' && typeof name === 'string' ? [name] : []
  return [...own, ...Object.values(node).flatMap(namesSet)]
}
