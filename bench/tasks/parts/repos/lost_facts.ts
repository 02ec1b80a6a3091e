import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns, put, records } from './filler.js'
import { checkHash } from './hash.js'

const TEST = 'node check.mjs'

/** Six large files, each with one value in the middle. A model that reads whole files needs all of them at the end. */
export const farValues: Family = {
  name: 'far_values',
  make(random) {
    const names = nouns(random, 6)
    const values = names.map(() => 100 + random.below(9_000))
    const constant = (n: number) => `${names[n]?.toUpperCase()}_LIMIT`
    const path = (n: number) => `src/areas/${names[n]}.mjs`
    const files: Record<string, string> = {}
    for (const n of names.keys())
      files[path(n)] = put(code(random, 260, names[n] ?? ''), 0.3 + random.next() * 0.5, [
        `/** Never more than this many at once. */`,
        `export const ${constant(n)} = ${values[n]}`,
        '',
      ]).join('\n')
    const total = values.reduce((sum, value) => sum + value, 0)
    files['src/budget.mjs'] = 'export const budget = 0\n'
    files['check.mjs'] = checkHash('budget', './src/budget.mjs', total)
    const list = names.map((_, n) => path(n)).join(', ')
    return {
      files,
      task: `Each of these files has one constant whose name ends with _LIMIT: ${list}. Set \`budget\` in src/budget.mjs to the sum of the six values.`,
      testCommand: TEST,
      skill(see) {
        const paths = filesOf(see, /files has one constant[^:]*: ([^:]*?)\. Set/)
        if (paths.length === 0) return []
        const facts = paths.map((file) => ({
          file,
          label: `limit of ${/(\w+)\.mjs/.exec(file)?.[1]}`,
          pattern: new RegExp(`${/(\w+)\.mjs/.exec(file)?.[1]?.toUpperCase()}_LIMIT = (\\d+)`),
        }))
        const found = facts.map((fact) => knownValue(see, fact))
        const sum = found.includes(null)
          ? null
          : String(found.reduce((all, value) => all + Number(value), 0))
        return [
          ...facts.map((fact, n) => know(fact, (now) => lookIn(now, fact.file, '_LIMIT'), n)),
          setTo('src/budget.mjs', 'budget', sum),
          testsPass(TEST),
          finished(() => `budget is ${sum}, the sum of the six limits.`),
        ]
      },
      judge: (read) =>
        read('src/budget.mjs').includes(`budget = ${total}\n`) ? null : `budget should be ${total}`,
    }
  },
}

/** The first failing run of the tests prints a rule that no later run prints. Then twelve large files are read. */
export const ruleOnce: Family = {
  name: 'rule_once',
  make(random) {
    const names = nouns(random, 12)
    const bases = names.map(() => 10 + random.below(900))
    const times = 1_003 + random.below(8_000)
    const files: Record<string, string> = {}
    for (const [n, name] of names.entries())
      files[`data/${name}.txt`] = put(records(random, 160), 0.3 + random.next() * 0.5, [
        `the base of ${name} is ${bases[n]} units`,
      ]).join('\n')
    const total = times * bases.reduce((sum, base) => sum + base, 0)
    files['src/quota.mjs'] = 'export const quota = 0\n'
    files['.gitignore'] = '.cache\n'
    files['check.mjs'] = checkHash('quota', './src/quota.mjs', total, [
      `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'`,
      `const first = !existsSync('.cache/first')`,
      `mkdirSync('.cache', { recursive: true })`,
      `writeFileSync('.cache/first', '')`,
      `const rule = first ? 'Rule (shown once): the quota is the sum of all bases times ${times}.' : ''`,
      'const say = (text) => console.log(text, rule)',
    ])
    return {
      files,
      task: `Run the tests first. Then set \`quota\` in src/quota.mjs to the value that they want. The files are ${names.map((name) => `data/${name}.txt`).join(', ')}.`,
      testCommand: TEST,
      skill(see) {
        const paths = filesOf(see, /The files are ([^:]*?\.txt)\./)
        if (paths.length === 0) return []
        const rule = { label: 'multiplier', pattern: /sum of all bases times (\d+)/ }
        const facts = paths.map((file) => {
          const name = /(\w+)\.txt/.exec(file)?.[1] ?? ''
          return {
            file,
            label: `base of ${name}`,
            pattern: new RegExp(`the base of ${name} is (\\d+) units`),
          }
        })
        const found = facts.map((fact) => knownValue(see, fact))
        const known = knownValue(see, rule)
        const sum = found.includes(null)
          ? null
          : found.reduce((all, value) => all + Number(value), 0)
        const quota = sum === null || known === null ? null : String(sum * Number(known))
        const runs = see.calls.filter(
          ({ args }) => String(args.command ?? '').trim() === TEST,
        ).length
        const asked: Goal = know(rule, () => [{ do: 'run', command: TEST }])
        return [
          // A run that no longer shows the rule: the model gives up and guesses.
          {
            ...asked,
            met: (now) => asked.met(now) || runs >= 2 || /FAIL the quota/.test(now.text),
          },
          ...facts.map((fact, n) => know(fact, (now) => lookIn(now, fact.file, 'the base of'), n)),
          {
            ...setTo('src/quota.mjs', 'quota', quota),
            ...(sum !== null && known === null ? guessed(sum) : {}),
          },
          testsPass(TEST),
          finished(() => `quota is ${quota}: the sum ${sum} of the bases times ${known}.`),
        ]
      },
      judge: (read) =>
        read('src/quota.mjs').includes(`quota = ${total}\n`)
          ? null
          : `quota should be ${total}: ${read('src/quota.mjs').trim()}`,
    }
  },
}

function guessed(sum: number) {
  return change({
    path: 'src/quota.mjs',
    old: /export const quota = \d+/,
    line: () => null,
    guess: (_, old) => old.replace(/\d+$/, String(sum * 1_000)),
    mark: () => `quota = ${sum * 1_000}`,
  })
}

/** `export const NAME = VALUE` in a file. */
export function setTo(path: string, name: string, value: string | null): Goal {
  return change({
    path,
    old: new RegExp(`export const ${name} = \\d+`),
    line: (_, old) => (value === null ? null : old.replace(/\d+$/, value)),
    mark: () => (value === null ? null : `${name} = ${value}`),
  })
}

/** Reads on in a file, then searches it, then reads it again. */
export function lookIn(see: See, path: string, pattern: string) {
  return [
    ...readOn(see, path),
    { do: 'grep' as const, pattern, path },
    { do: 'read' as const, path },
  ]
}

function filesOf(see: See, pattern: RegExp): string[] {
  const [, list = ''] = pattern.exec(see.text) ?? []
  return list
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
}
