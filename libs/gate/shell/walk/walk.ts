import type {
  AndOr,
  Assignment,
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
  TestExpression,
  Word,
} from 'unbash'
import { parse } from 'unbash'
import { assign, fork, join, type State, type Values } from '../state/state.js'
import { NOTHING, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { expandValue, expandWord, inspectArithmetic } from '../words/expand.js'
import { redirect } from './redirect.js'

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
  switch (node.type) {
    case 'Command':
      return walkCommand(node, state, walker)
    case 'Pipeline':
      return walkPipeline(node.commands, state, walker)
    case 'AndOr':
      return walkAndOr(node, state, walker)
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
        [node.clause, ...node.elif.map(({ clause }) => clause)],
        [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])],
        state,
        walker,
      )
    case 'While':
      return walkLoop([node.clause, node.body], state, walker)
    case 'For':
    case 'Select':
      assign(state, node.name.value, loopValues(node.wordlist, state, walker))
      return walkLoop([node.body], state, walker, node.name.value)
    case 'ArithmeticFor':
      loseNames([node.initialize, node.test, node.update], textOf(node), state, walker)
      return walkLoop([node.body], state, walker)
    case 'Case': {
      expandWord(node.word, state, walker)
      for (const word of node.items.flatMap(({ pattern }) => pattern))
        expandValue(word, state, walker)
      return walkBranches(
        [],
        node.items.map(({ body }) => body),
        state,
        walker,
      )
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

/** `export A=b` and the like: the program gets one word, the shell a variable. */
function assignmentFields(arg: Assignment, state: State, walker: Walker) {
  const values = valuesFor(arg, state, walker)
  return (values ?? [null]).map((value) => ({
    text: value === null ? null : `${arg.name}=${value}`,
    raw: arg.text,
    globbed: false,
    harmless: false,
  }))
}

function valuesFor(one: Assignment, state: State, walker: Walker): Values {
  const own =
    one.value.type === 'Word'
      ? expandValue(one.value, state, walker)
      : arrayValues(one.value.elements, state, walker)
  if (one.index !== undefined) inspectArithmetic(one.index.text, one.index.parts, state, walker)
  if (!one.append && one.index === undefined) return own
  const before = state.vars.get(one.name) ?? null
  if (own === null || before === null) return null
  // Elements of an array are possible values of the whole.
  if (one.index !== undefined || one.value.type === 'ArrayValue') return [...before, ...own]
  return before.flatMap((start) => own.map((end) => `${start}${end}`))
}

function arrayValues(words: readonly Word[], state: State, walker: Walker): Values {
  const fields = words.flatMap((word) => expandWord(word, state, walker))
  // `([3]=x)`: the value behind the index.
  const texts = fields.map(({ text }) => text?.replace(/^\[[^\]]*\]\+?=/, '') ?? null)
  return texts.every((text) => text !== null) ? texts : null
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

/** Each command after the first may be left out: what follows starts from any of them. */
function walkAndOr({ commands, operators }: AndOr, state: State, walker: Walker): Output {
  const ends: State[] = []
  let here = fork(state)
  const outputs = commands.map((one, at) => {
    // After `||` something before it has failed, and it may be any of them.
    if (operators[at - 1] === '||') join(here, ...ends)
    const output = walkNode(one, here, walker)
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

function walkPipeline(commands: readonly CommandNode[], state: State, walker: Walker): Output {
  if (commands.length === 1 && commands[0]) return walkNode(commands[0], state, walker)
  let flow: Output = state.stdin
  for (const one of commands) flow = walkNode(one, fork(state, { stdin: flow }), walker)
  return flow
}

function walkBranches(
  clauses: readonly CompoundList[],
  bodies: readonly CompoundList[],
  state: State,
  walker: Walker,
): Output {
  for (const clause of clauses) walkScript(clause, state, walker)
  const ends = bodies.map((body) => {
    const branch = fork(state)
    return { branch, output: walkScript(body, branch, walker) }
  })
  join(state, ...ends.map(({ branch }) => branch))
  // It says what one of the branches says, or nothing.
  return ends.every(({ output }) => output.kind === 'none') ? NOTHING : UNKNOWN
}

/** A body may run often: what it sets is unknown when it begins, and where it moves to as well. */
function walkLoop(
  lists: readonly CompoundList[],
  state: State,
  walker: Walker,
  own?: string,
): Output {
  for (const name of namesSet(lists)) if (name !== own) assign(state, name, null)
  let round = fork(state)
  let outputs = lists.map((list) => walkScript(list, round, walker))
  const moved = String(round.cwds) !== String(state.cwds)
  const changed = [...round.vars].filter(
    ([name, values]) => name !== own && String(values) !== String(state.vars.get(name) ?? null),
  )
  const shifted = String(round.positional) !== String(state.positional)
  if (moved || shifted || changed.length > 0) {
    if (moved) state.cwds = null
    if (shifted) state.positional = null
    for (const [name] of changed) assign(state, name, null)
    round = fork(state)
    outputs = lists.map((list) => walkScript(list, round, walker))
  }
  join(state, round)
  return outputs.every((output) => output.kind === 'none') ? NOTHING : UNKNOWN
}

function loopValues(words: readonly Word[] | undefined, state: State, walker: Walker): Values {
  if (words === undefined) return state.positional
  const fields = words.flatMap((word) => expandWord(word, state, walker))
  const texts = fields.map(({ text }) => text)
  return texts.every((text) => text !== null) ? [...new Set(texts)] : null
}

function namesSet(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(namesSet)
  const { type, name } = node as { type?: string; name?: unknown }
  const own = type === 'Assignment' && typeof name === 'string' ? [name] : []
  return [...own, ...Object.values(node).flatMap(namesSet)]
}

/** The head of an arithmetic loop, quotes and all. */
function textOf({ initialize, test, update }: Extract<CommandNode, { type: 'ArithmeticFor' }>) {
  return JSON.stringify([initialize, test, update])
}

/** Arithmetic may set any name that it mentions. */
function loseNames(nodes: readonly unknown[], text: string, state: State, walker: Walker): void {
  inspectArithmetic(text, nodes, state, walker)
  for (const [name] of JSON.stringify(nodes).matchAll(/[A-Za-z_]\w*/g))
    if (state.vars.has(name)) assign(state, name, null)
}

/** `[[ … ]]`: its words are expanded, and operands of file tests are paths. */
function walkTest(expression: TestExpression, state: State, walker: Walker): void {
  switch (expression.type) {
    case 'TestLogical':
      for (const one of expression.operands) walkTest(one, state, walker)
      return
    case 'TestNot':
      walkTest(expression.operand, state, walker)
      return
    case 'TestGroup':
      walkTest(expression.expression, state, walker)
      return
    case 'TestUnary':
      tryWords(
        [expression.operand],
        /^-[a-hkprstuwxGLNOS]$/.test(expression.operator),
        state,
        walker,
      )
      return
    default: {
      const isFile = /^-(?:nt|ot|ef)$/.test(expression.operator)
      tryWords([expression.left, expression.right], isFile, state, walker)
    }
  }
}

function tryWords(words: readonly Word[], isFile: boolean, state: State, walker: Walker): void {
  for (const field of words.flatMap((word) => expandWord(word, state, walker))) {
    // `-v` and `-eq` read what they are given as arithmetic, and that runs commands in a subscript.
    if (field.text?.includes('[')) walker.again(field.text, state)
    if (isFile && field.text !== null) walker.tryPath(field, field.globbed ? 'list' : 'read', state)
  }
}
