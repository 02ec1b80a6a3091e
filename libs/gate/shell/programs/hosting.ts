import { tracked } from '../git/git_trees.js'
import type { ProgramReader } from '../readers/program.js'
import { HERE } from '../readers/tree.js'

/** Programs of a code host: issues, pull requests, releases. */
export const hosting: ProgramReader = {
  name: 'hosting',
  programs: {
    'gh glab': {
      operands: 'try',
      text: '-t -b --title --body -R --repo --search -q --jq -H -B --label',
      at: '--field',
      path: '-F --body-file',
    },
  },
  inspect(call) {
    const { name, args, state, walker } = call
    const words = args.map(({ text }) => text ?? '')
    if (words[0] === 'auth' && (words[1] === 'token' || words.includes('--show-token')))
      walker.unsure(`${name} auth prints a token`)
    // The branch of a request: its changes are not known before.
    const [hit] =
      /^[pm]r$/.test(words[0] ?? '') && /^(?:checkout|co|diff)$/.test(words[1] ?? '')
        ? tracked(HERE, call)
        : []
    if (hit !== undefined)
      walker.unsure(`${name} ${words[1]} may reach ${hit.split('/').at(-1)}, which is protected`)
    // `gh alias set x '!cmd'` runs the text at the next `gh x`.
    if (words[0] === 'alias' && words[1] === 'set')
      for (const word of words.slice(2).filter((one) => one.startsWith('!')))
        walker.inside(word.slice(1), state)
    return null
  },
}
