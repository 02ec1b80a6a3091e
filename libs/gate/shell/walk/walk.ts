import type {
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
} from 'unbash'
import { parse } from 'unbash'
import { assign, fork, type State } from '../state/state.js'
import { NOTHING, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { expandValue, expandWord } from '../words/expand.js'
import { loseNames, textOf } from './arithmetic.js'
import { walkAndOr, walkBranches, walkLoop, walkPipeline } from './flow.js'
import { redirect } from './redirect.js'
import { walkTest } from './test_expression.js'
import { assignmentFields, loopValues, valuesFor } from './values.js'

type Node = PipelineNode | Statement['command'] | CompoundList

/** Parses a text and walks it in the state given. What no shell would run is unsure. */
export function walkText(text: string, state: State, walker: Walker): Output {
  const script = parse(text)
  if (script.errors && script.errors.length > 0) walker.unsure('it is not a complete shell command')
  return walkScript(script, state, walker)
}

/** Walks a parsed script; changes the state as the shell would. */
export function walkScript(
  script: ParsedScript | CompoundList,
  state: State,
  walker: Walker,
): Output {
  const outputs = script.commands.map((statement) => {
    const inner = statement.background ? fork(state) : state
    return walkNode(statement.command, inner, walker)
  })
  return together(outputs)
}

function together(outputs: readonly Output[]): Output {
  const speaking = outputs.filter((output) => output.kind !== 'none')
  if (speaking.length <= 1) return speaking[0] ?? NOTHING
  const texts = speaking.map((output) => (output.kind === 'text' ? output.text : null))
  return texts.every((text) => text !== null) ? { kind: 'text', text: texts.join('') } : UNKNOWN
}

/** Walks one node of the grammar. A kind that is not known here is unsure, never skipped. */
export function walkNode(node: Node, state: State, walker: Walker): Output {
  if (!walker.enter()) return UNKNOWN
  const walk = (inner: Node, its: State) => walkNode(inner, its, walker)
  switch (node.type) {
    case 'Command':
      return walkCommand(node, state, walker)
    case 'Pipeline':
      return walkPipeline(node.commands, state, walk)
    case 'AndOr':
      return walkAndOr(node, state, walk)
    case 'Subshell':
      return walkScript(node.body, fork(state), walker)
    case 'BraceGroup':
      return walkScript(node.body, state, walker)
    case 'CompoundList':
      return walkScript(node, state, walker)
    case 'Redirected': {
      const inner = fork(state)
      const to = redirectAll(node.redirects, inner, walker)
      // A group's own changes last; what its redirects feed it does not.
      const shared = { ...state, stdin: inner.stdin }
      const output = walkNode(node.command, shared, walker)
      Object.assign(state, shared, { stdin: state.stdin })
      return to ?? output
    }
    case 'If':
      return walkBranches(
        {
          clauses: [node.clause, ...node.elif.map(({ clause }) => clause)],
          bodies: [
            node.then,
            ...node.elif.map(({ then }) => then),
            ...(node.else ? [node.else] : []),
          ],
        },
        state,
        walk,
      )
    case 'While':
      return walkLoop({ lists: [node.clause, node.body] }, state, walk, walker)
    case 'For':
    case 'Select':
      assign(state, node.name.value, loopValues(node.wordlist, state, walker))
      return walkLoop({ lists: [node.body], own: node.name.value }, state, walk, walker)
    case 'ArithmeticFor':
      loseNames([node.initialize, node.test, node.update], textOf(node), state, walker)
      return walkLoop({ lists: [node.body] }, state, walk, walker)
    case 'Case': {
      expandWord(node.word, state, walker)
      for (const word of node.items.flatMap(({ pattern }) => pattern))
        expandValue(word, state, walker)
      return walkBranches({ clauses: [], bodies: node.items.map(({ body }) => body) }, state, walk)
    }
    case 'ArithmeticCommand':
      loseNames([node.expression], node.body, state, walker)
      return NOTHING
    case 'TestCommand':
      walkTest(node.expression, state, walker)
      walker.part(['[['], state, null)
      return NOTHING
    case 'Function':
      state.functions.set(node.name.value, node)
      walker.later(node, state)
      return NOTHING
    case 'Coproc':
      return walkNode(node.body, fork(state, { stdin: UNKNOWN }), walker)
    default:
      walker.unsure('the shell text has a form that the gate does not know')
      return UNKNOWN
  }
}

function walkCommand(
  node: Extract<CommandNode, { type: 'Command' }>,
  state: State,
  walker: Walker,
): Output {
  const here = fork(state)
  const sets = node.prefix.filter((one) => one.type === 'Assignment')
  const values = sets.map((one) => ({ name: one.name, values: valuesFor(one, state, walker) }))
  const fields = node.name
    ? [
        ...expandWord(node.name, state, walker),
        ...node.args.flatMap((arg) =>
          arg.type === 'Word'
            ? expandWord(arg, state, walker)
            : assignmentFields(arg, state, walker),
        ),
      ]
    : []
  const to = redirectAll(node.redirects, here, walker)
  if (fields.length === 0) {
    for (const set of values) walker.keep(set.name, set.values, state)
    // `$(< file)` prints the file; its name was read with the redirects.
    return to ?? (node.redirects.length > 0 ? UNKNOWN : NOTHING)
  }
  const shared = { ...state, stdin: here.stdin }
  for (const set of values) walker.setFor(set.name, set.values, shared)
  shared.wrappers = [...state.wrappers, ...values.map(({ name }) => `${name}=`)]
  const output = walker.inspect(fields, shared)
  const { stdin, wrappers, ownPath } = state
  // What was set for this command alone is over.
  const path = values.some(({ name }) => name === 'PATH') ? ownPath : shared.ownPath
  Object.assign(state, shared, { stdin, wrappers, ownPath: path })
  if (fields[0]?.text === 'exec' && fields.length === 1) state.stdin = here.stdin
  return to ?? output
}

/** @returns where the output goes when it does not go on, null when it does */
function redirectAll(
  redirects: readonly Redirection[],
  state: State,
  walker: Walker,
): Output | null {
  let to: Output | null = null
  for (const one of redirects) to = redirect(one, state, walker) ?? to
  return to
}
