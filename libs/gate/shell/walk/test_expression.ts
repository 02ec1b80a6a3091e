import type { TestExpression, Word } from 'unbash'
import type { State } from '../state/state.js'
import type { Walker } from '../state/walker.js'
import { expandWord } from '../words/expand.js'

/** `[[ … ]]`: its words are expanded, and operands of file tests are paths. */
export function walkTest(expression: TestExpression, state: State, walker: Walker): void {
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
