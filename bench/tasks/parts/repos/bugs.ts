import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import { code, nouns, put } from './filler.js'

const TEST = 'node check.mjs'

/** The task names the file and the function. The comment above the function says what it has to do. */
export const oneBug: Family = {
  name: 'one_bug',
  make(random) {
    const limit = 20 + random.below(60)
    const body = put(code(random, 60, 'a'), 0.5, [
      `/** Whether a size is allowed: the largest allowed size is ${limit}. */`,
      'export function isAllowed(size) {',
      `  return size < ${limit}`,
      '}',
      '',
    ])
    return {
      files: {
        'src/sizes.mjs': body.join('\n'),
        'src/other.mjs': code(random, 40, 'b').join('\n'),
        'check.mjs': `import { isAllowed } from './src/sizes.mjs'\nfor (const [size, wanted] of [[1, true], [${limit}, true], [${limit + 1}, false]])\n  if (isAllowed(size) !== wanted) { console.log(\`FAIL isAllowed(\${size}): expected \${wanted}\`); process.exit(1) }\nconsole.log('all tests passed')\n`,
      },
      task: 'The tests fail: `isAllowed` in src/sizes.mjs is wrong for the largest allowed size. Fix it.',
      testCommand: TEST,
      skill: () => [
        change({
          path: 'src/sizes.mjs',
          search: 'isAllowed',
          old: /return size < \d+/,
          line: (_, old) => old.replace('<', '<='),
          mark: () => 'return size <= ',
        }),
        testsPass(TEST),
        finished(() => 'isAllowed accepts the largest allowed size, and the tests pass.'),
      ],
      judge: (read) =>
        read('src/sizes.mjs') === body.join('\n').replace(`size < ${limit}`, `size <= ${limit}`)
          ? null
          : 'src/sizes.mjs is not as it has to be',
    }
  },
}

/** The task names nothing. A trace of the failing test names file and line. */
export const traceBug: Family = {
  name: 'trace_bug',
  make(random) {
    const names = nouns(random, 12)
    const bad = random.below(12)
    const path = (n: number) => `src/parts/${names[n]}.mjs`
    const total = 100 + random.below(800)
    const files = Object.fromEntries(
      names.map((name, n) => [
        path(n),
        put(code(random, 120, name), 0.6, [
          `/** The share of ${name} in cents: ${total} plus the base. */`,
          `export function shareOf${n}(base) {`,
          n === bad ? `  return base - ${total}` : `  return base + ${total}`,
          '}',
          '',
        ]).join('\n'),
      ]),
    )
    const imports = names.map((_, n) => `import { shareOf${n} } from './${path(n)}'`)
    const list = `[${names.map((_, n) => `[shareOf${n}, '${path(n)}', 'shareOf${n}']`).join(', ')}]`
    return {
      files: {
        ...files,
        'check.mjs': `${imports.join('\n')}\nfor (const [share, file, name] of ${list})\n  if (share(7) !== ${total + 7}) { console.log(\`FAIL share in \${file}: \${name} is too small\`); process.exit(1) }\nconsole.log('all tests passed')\n`,
      },
      task: 'One of the tests fails since yesterday. Find out why, fix the code and run the tests.',
      testCommand: TEST,
      skill(see) {
        const where = { label: 'broken file', pattern: /FAIL share in ([\w./-]+):/ }
        const file = knownValue(see, where)
        return [
          know(where, () => [{ do: 'run', command: TEST }]),
          ...(file === null
            ? []
            : [
                change({
                  path: file,
                  search: 'shareOf',
                  old: /return base - \d+/,
                  line: (_, old) => old.replace('-', '+'),
                  mark: () => 'return base + ',
                }),
              ]),
          testsPass(TEST),
          finished(() => `The share in ${file} is added, not subtracted. The tests pass.`),
        ]
      },
      judge: (read) =>
        read(path(bad)).includes(`return base + ${total}`) ? null : `${path(bad)} is still wrong`,
    }
  },
}

/** A file of 20,000 lines with one wrong line. */
export const bigFile: Family = {
  name: 'big_file',
  make(random) {
    const code20 = code(random, 20_000, 'x')
    const wanted = 3 + random.below(7)
    const body = put(code20, 0.3 + random.next() * 0.5, [
      `/** Number of tries before a transfer is given up: ${wanted}. */`,
      'export const TRANSFER_TRIES = 1',
      '',
    ]).join('\n')
    return {
      files: {
        'src/all.mjs': body,
        'check.mjs': `import { readFileSync } from 'node:fs'\nconst ok = readFileSync('src/all.mjs', 'utf8').includes('TRANSFER_TRIES = ${wanted}')\nconsole.log(ok ? 'all tests passed' : 'FAIL TRANSFER_TRIES differs from its comment')\nprocess.exit(ok ? 0 : 1)\n`,
      },
      task: 'TRANSFER_TRIES in src/all.mjs does not have the value that its comment gives. Correct the value.',
      testCommand: TEST,
      skill: (see) => {
        const tries = { label: 'number of tries', pattern: /before a transfer is given up: (\d+)/ }
        const value = knownValue(see, tries)
        return [
          know(tries, () => [
            { do: 'grep', pattern: 'TRANSFER_TRIES', path: 'src/all.mjs' },
            ...near(see, /TRANSFER_TRIES = /),
            ...readOn(see, 'src/all.mjs'),
          ]),
          change({
            path: 'src/all.mjs',
            search: 'TRANSFER_TRIES',
            old: /export const TRANSFER_TRIES = 1/,
            line: (_, old) => (value === null ? null : old.replace(/\d+$/, value)),
            mark: () => (value === null ? null : `TRANSFER_TRIES = ${value}`),
          }),
          testsPass(TEST),
          finished(() => `TRANSFER_TRIES is ${value}, as its comment says.`),
        ]
      },
      judge: (read) =>
        read('src/all.mjs') === body.replace('TRANSFER_TRIES = 1', `TRANSFER_TRIES = ${wanted}`)
          ? null
          : 'src/all.mjs is not as it has to be',
    }
  },
}

/** Reads around a line of which a search named the number. */
function near(see: Parameters<typeof knownValue>[0], pattern: RegExp) {
  const hit = see.lines.findLast(({ text, number }) => number !== null && pattern.test(text))
  if (hit?.number == null || hit.path === null) return []
  const from = Math.max(1, hit.number - 10)
  return [{ do: 'read' as const, path: hit.path, from, to: hit.number + 10 }]
}
