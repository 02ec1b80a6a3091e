import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { finished, know, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import { code, nouns, put } from './filler.js'

const TEST = 'node check.mjs'
const SPEC = ['docs', 'spec.md'].join('/')

/** A new file with a function that a document describes, and a line in the index. */
export const newFile: Family = {
  name: 'new_file',
  make(random) {
    const [times, plus, least] = [
      2 + random.below(7),
      10 + random.below(80),
      100 + random.below(300),
    ]
    const files: Record<string, string> = {
      [SPEC]: `# Fees\n\n${'The fee is paid by the sender. '.repeat(12)}\n\nThe function is \`fee(amount)\`: the amount times ${times} plus ${plus}, and never less than ${least}.\n`,
      'src/tax.mjs': 'export function tax(amount) {\n  return amount / 5\n}\n',
      'src/index.mjs': `export { tax } from './tax.mjs'\n`,
      'src/other.mjs': code(random, 80, 'o').join('\n'),
      'check.mjs': `import * as all from './src/index.mjs'\nconst wanted = [[1, ${Math.max(least, times + plus)}], [1000, ${1000 * times + plus}]]\nfor (const [amount, fee] of wanted) if (all.fee?.(amount) !== fee) { console.log('FAIL fee'); process.exit(1) }\nconsole.log('all tests passed')\n`,
    }
    return {
      files,
      task: `Write the function \`fee\` into a new file src/fee.mjs, as ${SPEC} describes it, and export it from src/index.mjs.`,
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes(SPEC)) return []
        const read = () => [
          { do: 'read' as const, path: SPEC },
          { do: 'grep' as const, pattern: 'never less', path: SPEC },
        ]
        const facts = [
          { label: 'multiplier', pattern: /the amount times (\d+) plus/ },
          { label: 'surcharge', pattern: /plus (\d+), and never/ },
          { label: 'least fee', pattern: /never less than (\d+)/ },
        ]
        const [times = null, plus = null, least = null] = facts.map((fact) => knownValue(see, fact))
        const content = `/** See ${SPEC}. */\nexport function fee(amount) {\n  return Math.max(${least}, amount * ${times} + ${plus})\n}\n`
        const wrote = (path: string, part: string) =>
          see.calls.some(
            ({ args, ok }) => ok && args.path === path && JSON.stringify(args).includes(part),
          ) || new RegExp(`(?:edit|creat|writ)\\w*\\W.*${path.replace('.', '\\.')}`).test(see.text)
        const index: Goal = {
          name: 'export it',
          met: () => wrote('src/index.mjs', './fee.mjs'),
          moves: (now) =>
            now.lines.some(
              ({ path, text }) => path === 'src/index.mjs' && text.includes('./tax.mjs'),
            )
              ? [
                  {
                    do: 'patch',
                    path: 'src/index.mjs',
                    old: `export { tax } from './tax.mjs'`,
                    new: `export { fee } from './fee.mjs'\nexport { tax } from './tax.mjs'`,
                  },
                  { do: 'read', path: 'src/index.mjs' },
                ]
              : [{ do: 'read', path: 'src/index.mjs' }],
        }
        return [
          ...facts.map((fact) => know(fact, read)),
          {
            name: 'write the file',
            met: () => wrote('src/fee.mjs', 'Math.max'),
            moves: () => [{ do: 'write', path: 'src/fee.mjs', content }],
          },
          index,
          testsPass(TEST),
          finished(() => 'fee is in src/fee.mjs and exported, and the tests pass.'),
        ]
      },
      judge: (read) =>
        read('src/fee.mjs').includes(`Math.max(${least}, amount * ${times} + ${plus})`) &&
        read('src/index.mjs') ===
          `export { fee } from './fee.mjs'\nexport { tax } from './tax.mjs'\n`
          ? null
          : 'the new function is not as described',
    }
  },
}

/** A question: nothing is changed, and the answer names file and value. */
export const question: Family = {
  name: 'question',
  make(random) {
    const [area = ''] = nouns(random, 1)
    const limit = 11 + random.below(80)
    const files: Record<string, string> = { 'check.mjs': `console.log('all tests passed')\n` }
    for (const name of nouns(random, 12))
      files[`src/${name}.mjs`] = code(random, 80, name).join('\n')
    files[`src/${area}_queue.mjs`] = put(code(random, 120, 'q'), 0.6, [
      `export const MAIL_RETRY_LIMIT = ${limit}`,
      '',
    ]).join('\n')
    return {
      files,
      task: 'In which file is MAIL_RETRY_LIMIT set, and what is its value? Do not change anything.',
      testCommand: TEST,
      skill(see) {
        const value = { label: 'retry limit', pattern: /MAIL_RETRY_LIMIT = (\d+)/ }
        const known = knownValue(see, value)
        const path = see.lines.findLast(
          ({ text, path: at }) => at !== null && value.pattern.test(text),
        )?.path
        const said = `MAIL_RETRY_LIMIT is set in ${path}; its value is ${known}.`
        return [
          know(value, () => [{ do: 'grep', pattern: 'MAIL_RETRY_LIMIT' }]),
          {
            name: 'answer',
            met: () => false,
            moves: () => [{ do: 'say', text: said }, ...finished(() => said).moves(see)],
          },
        ]
      },
      judge(read, said) {
        const isSame = Object.entries(files).every(([path, text]) => read(path) === text)
        if (!isSame) return 'a file was changed'
        return said.includes(`${area}_queue.mjs`) && said.includes(String(limit))
          ? null
          : `the answer is: ${said.slice(0, 120)}`
      },
    }
  },
}
