import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import type { Move } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns, put } from './filler.js'

const TEST = 'node check.mjs'
const CURRENCIES = ['docs', 'currencies.md'].join('/')

/** 150 kB of output; the line that matters is in its middle. */
export const noisyTests: Family = {
  name: 'noisy_tests',
  make(random) {
    const names = nouns(random, 8)
    const bad = names[random.below(8)] ?? ''
    const rate = 3 + random.below(90)
    const files: Record<string, string> = {}
    for (const name of names)
      files[`src/rates/${name}.mjs`] = put(code(random, 90, name), 0.5, [
        `export const ${name}Rate = ${name === bad ? rate + 1 : rate}`,
        '',
      ]).join('\n')
    files['check.mjs'] = [
      ...names.map((name) => `import { ${name}Rate } from './src/rates/${name}.mjs'`),
      `const all = { ${names.map((name) => `${name}: ${name}Rate`).join(', ')} }`,
      'let failed = 0',
      'for (let n = 0; n < 2600; n++) {',
      '  const place = ["north", "east", "south"][n % 3]',
      '  console.log("ok", n, "case", (n * 7919) % 10007, "of the", place, "suite in", (n * 31) % 97, "ms")',
      `  if (n === 1500) for (const [name, rate] of Object.entries(all)) if (rate !== ${rate}) { failed++; console.log(\`FAIL rate of \${name}: expected ${rate}, got \${rate}\`) }`,
      '}',
      'console.log(failed, "failed")',
      'process.exit(failed)',
      '',
    ].join('\n')
    return {
      files,
      task: 'One test of the rates in src/rates fails. Find it in the output of the tests and correct the rate.',
      testCommand: TEST,
      skill(see) {
        const name = { label: 'failing rate', pattern: /FAIL rate of (\w+): expected/ }
        const wanted = { label: 'expected rate', pattern: /FAIL rate of \w+: expected (\d+)/ }
        const find = (): Move[] => [
          { do: 'run', command: TEST },
          { do: 'run', command: `${TEST} | grep FAIL` },
        ]
        const which = knownValue(see, name)
        const value = knownValue(see, wanted)
        const path = `src/rates/${which}.mjs`
        return [
          know(name, find, 1),
          know(wanted, find, 1),
          change({
            path,
            search: 'Rate =',
            old: new RegExp(`export const ${which}Rate = (?!${value}$)`),
            line: (_, old) => (value === null ? null : old.replace(/\d+$/, value)),
            mark: () => (value === null ? null : `${which}Rate = ${value}`),
          }),
          testsPass(TEST),
          finished(() => `The rate of ${which} is ${value} now, and no test fails.`),
        ]
      },
      judge: (read) =>
        read(`src/rates/${bad}.mjs`).includes(`${bad}Rate = ${rate}\n`)
          ? null
          : `the rate of ${bad} is wrong`,
    }
  },
}

/** A complaint of a customer, 1,500 files, and many that have one of its words. */
export const vague: Family = {
  name: 'vague_1500',
  make(random) {
    const areas = nouns(random, 30)
    const files: Record<string, string> = {}
    for (const area of areas)
      for (let n = 0; n < 49; n++) {
        const word = random.pick([
          'Norwegian',
          'currency',
          'invoice',
          'customer',
          'sign',
          'price',
          'locale',
          'region',
        ])
        files[`src/${area}/${area}_${random.pick(['view', 'store', 'task', 'page'])}${n}.mjs`] = [
          `/** Shows the ${word} part of a ${area}. */`,
          ...code(random, 14, area),
        ].join('\n')
      }
    const wanted = random.pick(['kr', 'NOK', 'Kr.'])
    const table = ['SE', 'DK', 'NO', 'IS'].map(
      (land) =>
        `  ${land}: { name: '${LANDS[land]} krone', sign: '${land === 'NO' ? '$' : 'kr'}' },`,
    )
    files['src/billing/currency/nordic.mjs'] = [
      '/** Currency signs on invoices, by country. */',
      'export const NORDIC = {',
      ...table,
      '}',
      '',
    ].join('\n')
    files['src/billing/currency/index.mjs'] = `export { NORDIC } from './nordic.mjs'\n`
    files[CURRENCIES] = `# Currencies\n\n${Object.values(LANDS)
      .map(
        (land) =>
          `- ${land} krone: the sign on an invoice is ${land === 'Norwegian' ? wanted : 'kr'}`,
      )
      .join('\n')}\n`
    files['check.mjs'] =
      `import { NORDIC } from './src/billing/currency/index.mjs'\nif (NORDIC.NO.sign === '$') { console.log('FAIL a sign on an invoice differs from ${CURRENCIES}'); process.exit(1) }\nconsole.log('all tests passed')\n`
    return {
      files,
      task: 'Norwegian customers see the wrong currency sign on their invoices. Please fix that.',
      testCommand: TEST,
      skill(see) {
        const place = { label: 'wrong sign', pattern: /Norwegian krone', sign: '(.+?)'/ }
        const right = {
          label: 'right sign',
          pattern: /Norwegian krone: the sign on an invoice is ([\w.]+)/,
        }
        const value = knownValue(see, right)
        const path =
          see.lines.findLast(({ text, path: at }) => at !== null && place.pattern.test(text))
            ?.path ?? knownPath(see)
        return [
          know(right, (now) => [...named(now, /docs\/[\w./]*currenc[\w.]*/g), ...searches(now)], 2),
          ...(path === null
            ? [
                know({ label: 'file of the sign', pattern: /^(?!)()/ }, (now) => [
                  ...named(now, /src\/[\w./]*(?:currenc|billing|nordic)[\w./]*\.mjs/g),
                  ...searches(now),
                ]),
              ]
            : [
                change({
                  path,
                  search: 'Norwegian',
                  old: /Norwegian krone', sign: '\$'/,
                  line: (_, old) =>
                    value === null ? null : old.replace("sign: '$'", `sign: '${value}'`),
                  mark: () => (value === null ? null : `Norwegian krone', sign: '${value}'`),
                }),
              ]),
          testsPass(TEST),
          finished(() => `Invoices of Norwegian customers show ${value}.`),
        ]
      },
      judge: (read) =>
        read('src/billing/currency/nordic.mjs').includes(`Norwegian krone', sign: '${wanted}'`)
          ? null
          : 'the sign is wrong',
    }
  },
}

const LANDS: Record<string, string> = {
  SE: 'Swedish',
  DK: 'Danish',
  NO: 'Norwegian',
  IS: 'Icelandic',
}

function knownPath(see: See): string | null {
  return /(src\/billing\/[\w./]*nordic\.mjs)/.exec(see.text)?.[1] ?? null
}

/** Files whose visible path has a word of the task. */
function named(see: See, pattern: RegExp): Move[] {
  return [...new Set(see.text.match(pattern) ?? [])]
    .slice(0, 8)
    .map((path) => ({ do: 'read', path }))
}

/** The words of the task, from the rarest on, then two together. */
function searches(see: See): Move[] {
  const words = ['Norwegian', 'currency', 'sign', 'invoice'].filter((word) =>
    see.text.includes(word),
  )
  return [
    ...words.map((pattern): Move => ({ do: 'grep', pattern })),
    { do: 'grep', pattern: 'Norwegian.*sign' },
    { do: 'grep', pattern: 'sign.*Norwegian' },
    { do: 'list', path: '.' },
    { do: 'list', path: 'src' },
    { do: 'list', path: 'docs' },
  ]
}

/** Somebody else adds a line to a file after the model has read it. The model replaces the whole file. */
export const changedMeanwhile: Family = {
  name: 'changed_file',
  make(random) {
    const [one = '', two = ''] = nouns(random, 2)
    const retries = 3 + random.below(60)
    const text = ['# Service', `${one} = 4`, 'retries = 1', `${two} = 9`, '# end', ''].join('\n')
    const theirs = `# ${two} was agreed with the other team\nowner = mara\n`
    return {
      files: {
        'conf/service.conf': text,
        'check.mjs': `import { readFileSync } from 'node:fs'\nif (!readFileSync('conf/service.conf', 'utf8').includes('retries = ${retries}\\n')) { console.log('FAIL retries'); process.exit(1) }\nconsole.log('all tests passed')\n`,
      },
      task: `Set retries in conf/service.conf to ${retries}. Keep everything else in the file.`,
      testCommand: TEST,
      // The first request reads the file; its result is in the second.
      meanwhile: {
        atRequest: 2,
        change: (read, write) => write('conf/service.conf', read('conf/service.conf') + theirs),
      },
      skill(see) {
        const path = 'conf/service.conf'
        const value = /Set retries in \S+ to (\d+)/.exec(see.text)?.[1]
        if (value === undefined) return []
        const newest = see.lines.filter((line) => line.path === path && line.number !== null)
        const at = Math.max(-1, ...newest.map((line) => line.at))
        const whole = newest.filter((line) => line.at === at).map(({ text: line }) => line)
        const isDone = see.calls.some(
          ({ args, ok }) =>
            ok && String(args.content ?? args.new_str ?? '').includes(`retries = ${value}`),
        )
        return [
          {
            name: 'change the file',
            met: () =>
              isDone ||
              (/service\.conf.*retries = /.test(see.text.replace(/Task:.*/, '')) &&
                whole.includes(`retries = ${value}`)),
            moves: (now) =>
              whole.length === 0
                ? readOn(now, path)
                : [
                    {
                      do: 'write',
                      path,
                      content: whole
                        .map((line) => (line.startsWith('retries') ? `retries = ${value}` : line))
                        .join('\n'),
                    },
                    { do: 'read', path },
                  ],
          },
          testsPass(TEST),
          finished(() => `retries is ${value}.`),
        ]
      },
      judge(read) {
        const now = read('conf/service.conf')
        if (!now.includes(`retries = ${retries}`)) return 'retries is not set'
        return theirs
          .trim()
          .split('\n')
          .every((line) => now.includes(line)) && now.includes(`${one} = 4`)
          ? null
          : 'the lines of the other person are lost'
      },
    }
  },
}
