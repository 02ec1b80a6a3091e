import type { CommandNode } from 'unbash'
import { assign, type State } from '../state/state.js'
import type { Walker } from '../state/walker.js'
import { inspectArithmetic } from '../words/expand.js'

/** The head of an arithmetic loop, quotes and all. */
export function textOf({
  initialize,
  test,
  update,
}: Extract<CommandNode, { type: 'ArithmeticFor' }>) {
  return JSON.stringify([initialize, test, update])
}

/** Arithmetic may set any name that it mentions. */
export function loseNames(
  nodes: readonly unknown[],
  text: string,
  state: State,
  walker: Walker,
): void {
  inspectArithmetic(text, nodes, state, walker)
  for (const [name] of JSON.stringify(nodes).matchAll(/[A-Za-z_]\w*/g))
    if (state.vars.has(name)) assign(state, name, null)
}
