import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { nouns, put, records } from './filler.js'
import { checkHash } from './hash.js'

const TEST = 'node check.mjs'
const ORDER = ['docs', 'order.md'].join('/')

/** Eighty files of one folder, each with one record to close: some 165 steps of one kind. */
export const eightyRecords: Family = {
  name: 'eighty_records',
  make(random) {
    const names = nouns(random, 40).flatMap((name, n) =>
      nouns(random, 2).map((other) => `${name}_${other}_${n}`),
    )
    const items = names.map((name, n) => ({
      path: `data/${name}.txt`,
      from: `ticket T-${400 + n} of ${name} is open`,
      to: `ticket T-${400 + n} of ${name} is closed`,
    }))
    const files: Record<string, string> = {}
    for (const { path, from } of items)
      files[path] = put(records(random, 60), random.next(), [from]).join('\n')
    const wrong = JSON.stringify(items.map(({ path, from }) => [path, from]))
    files['check.mjs'] =
      `import { readFileSync } from 'node:fs'\nconst open = ${wrong}.filter(([path, from]) => readFileSync(path, 'utf8').includes(from))\nif (open.length > 0) { console.log(\`FAIL \${open.length} tickets are open, the first in \${open[0][0]}\`); process.exit(1) }\nconsole.log('all tests passed')\n`
    return {
      files,
      task: `Close the tickets: in each file of data/ one line says that a ticket is open. Write closed instead of open. There are ${items.length} files.`,
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes('Close the tickets')) return []
        const hits = openLines(see)
        const next = hits[0]
        const search: Goal = {
          name: 'find open tickets',
          met: () => next !== undefined || /\bNo match for ticket/.test(see.fresh),
          moves: () => [
            { do: 'grep', pattern: 'ticket .* is open', path: 'data' },
            { do: 'run', command: TEST },
          ],
        }
        return [
          search,
          ...(next === undefined ? [] : [closing(next.path)]),
          testsPass(TEST),
          finished(() => 'All tickets are closed.'),
        ]
      },
      judge(read) {
        const bad = items.filter(
          ({ path, from, to }) => read(path) !== files[path]?.replace(from, to),
        )
        return bad.length === 0 ? null : `${bad.length} of ${items.length} files are wrong`
      },
    }
  },
}

/** Open tickets of which no edit is visible. */
function openLines(see: See): { path: string }[] {
  return see.lines.flatMap(({ path, text }) =>
    path?.startsWith('data/') && / is open$/.test(text) && !closing(path).met(see)
      ? [{ path }]
      : [],
  )
}

function closing(path: string): Goal {
  return change({
    path,
    search: 'ticket .* is open',
    old: /^ticket .* is open$/,
    line: (_, old) => old.replace(/open$/, 'closed'),
    mark: () => `${/\w+(?=\.txt)/.exec(path)?.[0]} is closed`,
  })
}

/** Ten large files, read whole, each with a word; the order and the separator are in the first one. At the end all are needed. */
export const tenSeals: Family = {
  name: 'ten_seals',
  make(random) {
    const names = nouns(random, 10)
    const mark = random.pick(['--', '::', '..'])
    const seals = names.map(
      (name) =>
        `${name.slice(0, 2)}${random.below(90)}-${nouns(random, 1)[0]}-${random.below(900)}`,
    )
    const files: Record<string, string> = {}
    for (const [n, name] of names.entries())
      files[`vault/${name}.txt`] = put(records(random, 220), 0.3 + random.next() * 0.5, [
        `the seal of ${name} reads ${seals[n]}`,
      ]).join('\n')
    files[ORDER] =
      `# Order\n\nThe phrase has the seals in this order: ${names.join(', ')}.\nThe separator is "${mark}".\n`
    files['src/phrase.mjs'] = `/** See ${ORDER}. */\nexport const phrase = ''\n`
    const wanted = seals.join(mark)
    files['check.mjs'] = checkHash('phrase', './src/phrase.mjs', wanted)
    return {
      files,
      task: `Set \`phrase\` in src/phrase.mjs. ${ORDER} says in which order the seals of the files in vault/ are put together, and with which separator.`,
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes(ORDER)) return []
        const order = { label: 'order', pattern: /seals in this order: ([\w, ]+)\./ }
        const separator = { label: 'separator', pattern: /separator is "([^"]+)"/ }
        const readOrder = () => [{ do: 'read' as const, path: ORDER }]
        const list = knownValue(see, order)
        // In the file, or in its own words.
        const said = /(?:seals in this order: |order is )([\w, ]+)/.exec(see.text)?.[1] ?? list
        const own = said?.split(', ') ?? []
        const facts = own.map((name) => ({
          label: `seal of ${name}`,
          pattern: new RegExp(`the seal of ${name} reads ([\\w-]+)`),
        }))
        const found = facts.map((fact) => knownValue(see, fact))
        const between = knownValue(see, separator)
        const whole = found.length === 0 || found.includes(null) || between === null
        const phrase = whole ? null : found.join(between ?? '')
        return [
          know(order, readOrder),
          know(separator, readOrder),
          ...facts.map((fact, n) => {
            const path = `vault/${own[n]}.txt`
            return know(
              fact,
              (now) => [
                ...readOn(now, path),
                { do: 'grep' as const, pattern: 'the seal of', path },
                { do: 'read' as const, path },
              ],
              n,
            )
          }),
          change({
            path: 'src/phrase.mjs',
            old: /export const phrase = ''/,
            line: () => (phrase === null ? null : `export const phrase = '${phrase}'`),
            mark: () => phrase,
          }),
          testsPass(TEST),
          finished(() => `phrase is ${phrase}.`),
        ]
      },
      judge: (read) =>
        read('src/phrase.mjs').includes(`'${wanted}'`) ? null : `phrase should be ${wanted}`,
    }
  },
}
