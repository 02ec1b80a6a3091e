import { createHash } from 'node:crypto'
import type { Family, Repo } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns } from './filler.js'

const TEST = 'node check.mjs'

/** The user teaches a value beside a question. A later session needs it, and no file has it. */
export const taughtRule: Family = {
  name: 'taught_rule',
  make(random) {
    const [surcharge, base] = [11 + random.below(80), 100 * (2 + random.below(7))]
    const fact = { label: 'surcharge', pattern: /surcharge for fees is always (\d+)/ }
    return {
      files: {
        ...filler(random),
        'src/tax.mjs': `export const tax = ${random.below(30)}\n`,
        'src/fee.mjs': 'export const fee = 0\n',
        'check.mjs': check({ fee: base + surcharge }),
      },
      earlier: [
        `What is the tax in src/tax.mjs? Change nothing. In this project the surcharge for fees is always ${surcharge}.`,
      ],
      task: `Set \`fee\` in src/fee.mjs to ${base} plus our surcharge for fees.`,
      testCommand: TEST,
      skill(see) {
        const wanted = /to (\d+) plus our surcharge/.exec(see.text)?.[1]
        if (wanted === undefined) return tellTax(see)
        const known = knownValue(see, fact)
        const sum = known === null ? null : Number(wanted) + Number(known)
        return [
          know(fact, () => [{ do: 'grep', pattern: 'surcharge' }]),
          setTo('src/fee.mjs', 'fee', sum),
          testsPass(TEST),
          finished(() => `fee is ${sum}.`),
        ]
      },
      judge: (read) =>
        read('src/fee.mjs').includes(`fee = ${base + surcharge}\n`) ? null : 'fee is wrong',
    }
  },
}

/** An earlier task of the folder named a number that is in no file. A later one is "as we did for" it. */
export const earlierTask: Family = {
  name: 'earlier_task',
  make(random) {
    const bank = 1_000 + random.below(9_000)
    const fact = { label: 'number of the bank', pattern: /times (\d{4}), the number of our bank/ }
    return {
      files: {
        ...filler(random),
        'src/invoices.mjs': 'export const invoices = 0\n',
        'src/receipts.mjs': 'export const receipts = 0\n',
        'check.mjs': check({ invoices: bank * 3, receipts: bank * 5 }),
      },
      earlier: [`Set \`invoices\` in src/invoices.mjs to 3 times ${bank}, the number of our bank.`],
      task: 'Set `receipts` in src/receipts.mjs to 5 times the number of our bank, as we did for the invoices.',
      testCommand: TEST,
      skill(see) {
        const isLater = see.text.includes('as we did for the invoices')
        if (!isLater && !fact.pattern.test(see.text)) return []
        const [name, times] = isLater ? ['receipts', 5] : ['invoices', 3]
        const known = knownValue(see, fact)
        const product = known === null ? null : Number(known) * Number(times)
        return [
          know(fact, () => [{ do: 'grep', pattern: 'number of our bank' }]),
          setTo(`src/${name}.mjs`, String(name), product),
          testsPass(TEST),
          finished(() => `${name} is ${product}.`),
        ]
      },
      judge: (read) =>
        read('src/receipts.mjs').includes(`receipts = ${bank * 5}\n`) ? null : 'receipts is wrong',
    }
  },
}

function tellTax(see: See): Goal[] {
  if (!see.text.includes('What is the tax')) return []
  const tax = { label: 'tax', pattern: /export const tax = (\d+)/ }
  const said = `The tax in src/tax.mjs is ${knownValue(see, tax)}.`
  return [
    know(tax, () => [{ do: 'read', path: 'src/tax.mjs' }]),
    {
      name: 'answer',
      met: () => false,
      moves: () => [{ do: 'say', text: said }, ...finished(() => said).moves(see)],
    },
  ]
}

function setTo(path: string, name: string, value: number | null): Goal {
  return change({
    path,
    old: new RegExp(`export const ${name} = \\d+`),
    line: (_, old) => (value === null ? null : old.replace(/\d+$/, String(value))),
    mark: () => (value === null ? null : `${name} = ${value}`),
  })
}

function filler(random: Parameters<Family['make']>[0]): Repo['files'] {
  return Object.fromEntries(
    nouns(random, 10).map((name) => [`src/areas/${name}.mjs`, code(random, 60, name).join('\n')]),
  )
}

/** A test that knows hashes only; a value that is 0 waits for its task. */
function check(values: Record<string, number>): string {
  const lines = Object.entries(values).flatMap(([name, value]) => [
    `import { ${name} } from './src/${name}.mjs'`,
    `is('${name}', ${name}, '${createHash('sha256').update(String(value)).digest('hex').slice(0, 8)}')`,
  ])
  return [
    `import { createHash } from 'node:crypto'`,
    `function is(name, value, wanted) {`,
    `  const hash = createHash('sha256').update(String(value)).digest('hex').slice(0, 8)`,
    `  if (value === 0 || hash === wanted) return`,
    `  console.log('FAIL the ' + name + ' is wrong'); process.exit(1)`,
    `}`,
    ...lines,
    `console.log('all tests passed')`,
    '',
  ].join('\n')
}
