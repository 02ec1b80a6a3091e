import type { Family } from '../family.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { nouns, put, records } from './filler.js'

const TEST = 'node check.mjs'
const PLAN = ['docs', 'plan.md'].join('/')

/** The user gives ten values in the task; each belongs into a large file of its own. */
export const userFacts: Family = {
  name: 'user_facts',
  make(random) {
    const names = nouns(random, 10)
    const items = names.map((name) => ({
      path: `conf/${name}.conf`,
      key: `${name}_port`,
      value: String(2_000 + random.below(60_000)),
    }))
    const files: Record<string, string> = {}
    for (const { path, key } of items)
      files[path] = put(records(random, 180), 0.2 + random.next() * 0.6, [`${key} = 0`]).join('\n')
    files['check.mjs'] = checkLines(items.map(({ path, key }) => ({ path, wrong: `${key} = 0` })))
    const list = items.map(({ path, key, value }) => `${key} in ${path} is ${value}`).join('; ')
    return {
      files,
      task: `Enter our ports. ${list}. Change nothing else.`,
      testCommand: TEST,
      skill(see) {
        const given = [...see.text.matchAll(/(\w+_port) in (conf\/\w+\.conf) is (\d+)/g)]
        return given.length === 0
          ? []
          : [
              ...unique(given).map(([, key = '', path = '', value = '']) =>
                setLine(path, key, value),
              ),
              testsPass(TEST),
              finished(() => 'All ports are entered.'),
            ]
      },
      judge: (read) =>
        judgeLines(
          read,
          files,
          items.map((item) => ({
            ...item,
            from: `${item.key} = 0`,
            to: `${item.key} = ${item.value}`,
          })),
        ),
    }
  },
}

/** A table in one file names thirty files and the version that each gets. */
export const manyItems: Family = {
  name: 'many_items',
  make(random) {
    const names = nouns(random, 30)
    const items = names.map((name) => ({
      path: `packages/${name}/${name}.conf`,
      value: `${random.below(9)}.${random.below(40)}.${random.below(40)}`,
    }))
    const files: Record<string, string> = {}
    for (const { path } of items)
      files[path] = put(records(random, 40), random.next(), ['version = 1.0.x']).join('\n')
    files[PLAN] = [
      '# Plan of the release',
      '',
      ...items.map(({ path, value }) => `- ${path} gets version ${value}`),
    ].join('\n')
    files['check.mjs'] = checkLines(items.map(({ path }) => ({ path, wrong: 'version = 1.0.x' })))
    return {
      files,
      task: `Give every package the version that ${PLAN} names.`,
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes(PLAN)) return []
        const given = [...see.text.matchAll(/(packages\/\w+\/\w+\.conf) gets version ([\d.]+\d)/g)]
        const rows = unique(given)
        return [
          know({ label: 'table', pattern: /(gets version)/ }, () => [
            { do: 'read', path: PLAN },
            { do: 'grep', pattern: 'gets version', path: PLAN },
          ]),
          ...rows.map(([, path = '', value = '']) => setLine(path, 'version', value)),
          {
            name: 'whole table',
            met: (now: See) => rows.length >= 30 || isListDone(now),
            moves: (now: See) => [
              ...readOn(now, PLAN),
              { do: 'grep' as const, pattern: 'gets version', path: PLAN },
              { do: 'read' as const, path: PLAN },
            ],
          },
          testsPass(TEST),
          finished(() => 'Every package has the version of the plan.'),
        ]
      },
      judge: (read) =>
        judgeLines(
          read,
          files,
          items.map(({ path, value }) => ({
            path,
            from: 'version = 1.0.x',
            to: `version = ${value}`,
          })),
        ),
    }
  },
}

/** The newest result about the plan says that the files of all lines that it does not show are edited. */
function isListDone({ calls }: See): boolean {
  const last = calls.findLast(
    ({ args, result }) => args.path === PLAN && /gets version|edited/.test(result),
  )
  if (last === undefined) return false
  if (/edited every file that the lines of this list name/.test(last.result)) return true
  const cuts = last.result.match(/^… .*/gm) ?? []
  return cuts.length > 0 && cuts.every((line) => /this task has edited the files/.test(line))
}

/** The same search in twelve folders, and one edit in each. */
export const sameSearch: Family = {
  name: 'same_search',
  make(random) {
    const names = nouns(random, 12)
    const items = names.map((name, n) => ({
      path: `data/${name}/${nouns(random, 1)[0]}.txt`,
      from: `record N-77-${n}; owner ${name}; status open`,
      to: `record N-77-${n}; owner ${name}; status closed`,
    }))
    const files: Record<string, string> = {}
    for (const { path, from } of items)
      files[path] = put(records(random, 150), 0.2 + random.next() * 0.6, [from]).join('\n')
    files['check.mjs'] = checkLines(items.map(({ path, from }) => ({ path, wrong: from })))
    return {
      files,
      task: `Every folder of data/ has one record whose number begins with N-77. Set its status to closed. The folders are ${names.join(', ')}.`,
      testCommand: TEST,
      skill(see) {
        const folders = /The folders are ([\w, ]+)\./.exec(see.text)?.[1]?.split(', ') ?? []
        return folders.length === 0
          ? []
          : [
              ...folders.flatMap((folder) => closeIn(see, folder)),
              testsPass(TEST),
              finished(() => 'The twelve records are closed.'),
            ]
      },
      judge: (read) => judgeLines(read, files, items),
    }
  },
}

function closeIn(see: See, folder: string): Goal[] {
  const hit = see.lines.findLast(
    ({ path, text }) => path?.startsWith(`data/${folder}/`) && text.includes('N-77'),
  )
  const path = hit?.path ?? null
  const isDone = new RegExp(`N-77-\\d+; owner ${folder}; status closed`).test(see.text)
  if (isDone) return []
  const search: Goal = {
    name: `search ${folder}`,
    met: () => path !== null,
    moves: () => [
      { do: 'grep', pattern: 'N-77', path: `data/${folder}` },
      { do: 'list', path: `data/${folder}` },
    ],
  }
  if (path === null) return [search]
  return [
    search,
    change({
      path,
      search: 'N-77',
      old: /record N-77.*status open/,
      line: (_, old) => old.replace('status open', 'status closed'),
      mark: () => `owner ${folder}; status closed`,
    }),
  ]
}

/** `KEY = …` in a file becomes `KEY = VALUE`. */
export function setLine(path: string, key: string, value: string): Goal {
  return change({
    path,
    search: `^${key} =`,
    old: new RegExp(`^${key} = (?!${value.replaceAll('.', '\\.')}$)`),
    line: () => `${key} = ${value}`,
    mark: () => `${key} = ${value}`,
  })
}

function unique(matches: readonly RegExpExecArray[]): RegExpExecArray[] {
  const seen = new Set<string>()
  return matches.filter(([text]) => !seen.has(text) && seen.add(text))
}

function checkLines(wrong: readonly { path: string; wrong: string }[]): string {
  return `import { readFileSync } from 'node:fs'\nconst wrong = ${JSON.stringify(wrong)}.filter(({ path, wrong }) => readFileSync(path, 'utf8').split('\\n').includes(wrong))\nif (wrong.length > 0) { console.log(\`FAIL \${wrong.length} files are not changed yet\`); process.exit(1) }\nconsole.log('all tests passed')\n`
}

export function judgeLines(
  read: (path: string) => string,
  files: Record<string, string>,
  items: readonly { path: string; from: string; to: string }[],
): string | null {
  const wrong = items.filter(({ path, from, to }) => read(path) !== files[path]?.replace(from, to))
  return wrong.length === 0
    ? null
    : `${wrong.length} of ${items.length} files are wrong: ${wrong[0]?.path}`
}
