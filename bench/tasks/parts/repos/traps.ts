import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns, put, records } from './filler.js'
import { judgeLines, setLine } from './lists.js'

const TEST = 'node check.mjs'

/** Two folders have a function of one name. The task is about one of them. */
export const sameName: Family = {
  name: 'same_name',
  make(random) {
    const step = 20 + random.below(70)
    const own = (folder: string, line: string) =>
      put(code(random, 150, folder), 0.4 + random.next() * 0.4, [
        `/** How long the ${folder} wait before a try, in ms. */`,
        'export function delayOf(tries) {',
        `  return ${line}`,
        '}',
        '',
      ]).join('\n')
    const files: Record<string, string> = {
      'src/links/retry.mjs': own('links', `tries * ${step}`),
      'src/jobs/retry.mjs': own('jobs', `tries * ${step}`),
      'check.mjs': `import { delayOf as jobs } from './src/jobs/retry.mjs'\nimport { delayOf as links } from './src/links/retry.mjs'\nif (links(3) !== ${3 * step}) { console.log('FAIL links'); process.exit(1) }\nif (jobs(3) !== ${3 + step}) { console.log('FAIL delayOf of the jobs'); process.exit(1) }\nconsole.log('all tests passed')\n`,
    }
    return {
      files,
      task: 'The jobs wait too long: their `delayOf` has to add to the number of tries instead of multiplying it. The links are right as they are.',
      testCommand: TEST,
      skill(see) {
        const path = pathOf(see, /function delayOf/, 'jobs')
        return [
          find('delayOf', path !== null, [
            { do: 'grep', pattern: 'function delayOf', path: 'src' },
          ]),
          ...(path === null
            ? []
            : [
                change({
                  path,
                  search: 'tries',
                  old: /return tries \* \d+/,
                  line: (_, old) => old.replace('*', '+'),
                  mark: () => 'return tries + ',
                }),
              ]),
          testsPass(TEST),
          finished(() => 'The jobs add now, and the links are as before.'),
        ]
      },
      judge: (read) =>
        judgeLines(read, files, [
          { path: 'src/links/retry.mjs', from: '', to: '' },
          { path: 'src/jobs/retry.mjs', from: `tries * ${step}`, to: `tries + ${step}` },
        ]),
    }
  },
}

/** The task names a file that is elsewhere. */
export const missingFile: Family = {
  name: 'missing_file',
  make(random) {
    const folder = nouns(random, 1)[0]
    const path = `src/${folder}/dates.mjs`
    const body = put(code(random, 120, 'd'), 0.5, [
      '/** The week of a day of the year: days 1 to 7 are week 1. */',
      'export function weekOf(day) {',
      '  return Math.floor(day / 7) + 1',
      '}',
      '',
    ]).join('\n')
    const others = nouns(random, 8).map((name) => [
      `src/${name}/parts.mjs`,
      code(random, 60, name).join('\n'),
    ])
    const from = 'Math.floor(day / 7) + 1'
    const to = 'Math.floor((day - 1) / 7) + 1'
    return {
      files: {
        ...Object.fromEntries(others),
        [path]: body,
        'check.mjs': `import { weekOf } from './${path}'\nfor (const [day, week] of [[1, 1], [7, 1], [8, 2]])\n  if (weekOf(day) !== week) { console.log('FAIL weekOf(' + day + ')'); process.exit(1) }\nconsole.log('all tests passed')\n`,
      },
      task: '`weekOf` in src/util/dates.mjs says that day 7 is in week 2. Days 1 to 7 are week 1. Fix it.',
      testCommand: TEST,
      skill(see) {
        const found = pathOf(see, /function weekOf/, '')
        return [
          find('weekOf', found !== null, [
            { do: 'read', path: 'src/util/dates.mjs' },
            { do: 'grep', pattern: 'function weekOf' },
          ]),
          ...(found === null
            ? []
            : [
                change({
                  path: found,
                  search: 'day / 7',
                  old: /Math\.floor\(day \/ 7\) \+ 1/,
                  line: (_, old) => old.replace(from, to),
                  mark: () => '(day - 1) / 7',
                }),
              ]),
          testsPass(TEST),
          finished(() => 'Day 7 is in week 1 now.'),
        ]
      },
      judge: (read) =>
        read(path) === body.replace(from, to) ? null : `${path} is not as it has to be`,
    }
  },
}

/** A setting has a value in one file, and other files replace it. */
export const override: Family = {
  name: 'override',
  make(random) {
    const [base, before, after] = [
      10 + random.below(20),
      40 + random.below(20),
      70 + random.below(20),
    ]
    const conf = (lines: string[]) => put(records(random, 140), random.next(), lines).join('\n')
    const files: Record<string, string> = {
      'config/base.conf': conf([`timeout = ${base}`]),
      'config/staging.conf': conf([`timeout = ${before + 1}`]),
      'config/production.conf': conf([`timeout = ${before}`]),
      'src/settings.mjs': `import { readFileSync } from 'node:fs'\n\nfunction valueIn(file, key) {\n  const text = readFileSync('config/' + file + '.conf', 'utf8')\n  return new RegExp('^' + key + ' = (.*)$', 'm').exec(text)?.[1]\n}\n\n/** The value of a place wins over that of base.conf. */\nexport function setting(place, key) {\n  return valueIn(place, key) ?? valueIn('base', key)\n}\n`,
      'check.mjs': `import { setting } from './src/settings.mjs'\nif (setting('production', 'timeout') !== '${after}') { console.log('FAIL production has the timeout ' + setting('production', 'timeout')); process.exit(1) }\nconsole.log('all tests passed')\n`,
    }
    return {
      files,
      task: `In production, requests must time out after ${after} seconds. base.conf and staging stay as they are; src/settings.mjs says which file counts.`,
      testCommand: TEST,
      skill(see) {
        const wanted = /time out after (\d+) seconds/.exec(see.text)?.[1]
        if (wanted === undefined) return []
        const path = pathOf(see, /^timeout = /, 'production')
        return [
          find('timeout', path !== null, [
            { do: 'grep', pattern: '^timeout =', path: 'config' },
            { do: 'list', path: 'config' },
          ]),
          ...(path === null ? [] : [setLine(path, 'timeout', wanted)]),
          testsPass(TEST),
          finished(() => `Requests time out after ${wanted} seconds in production.`),
        ]
      },
      judge: (read) =>
        judgeLines(read, files, [
          { path: 'config/base.conf', from: '', to: '' },
          { path: 'config/staging.conf', from: '', to: '' },
          {
            path: 'config/production.conf',
            from: `timeout = ${before}`,
            to: `timeout = ${after}`,
          },
        ]),
    }
  },
}

/** The user gives one value, and corrects it when all is done. */
export const corrected: Family = {
  name: 'corrected',
  make(random) {
    const names = nouns(random, 7)
    const [first, second] = [2_000 + random.below(3_000), 6_000 + random.below(3_000)]
    const keeps = `conf/${names[3]}.conf`
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [
        `conf/${name}.conf`,
        put(records(random, 110), random.next(), ['port = 0']).join('\n'),
      ]),
    )
    files['check.mjs'] =
      `import { readFileSync, readdirSync } from 'node:fs'\nfor (const name of readdirSync('conf')) if (/^port = 0$/m.test(readFileSync('conf/' + name, 'utf8'))) { console.log('FAIL conf/' + name + ' has no port'); process.exit(1) }\nconsole.log('all tests passed')\n`
    return {
      files,
      task: `Set the port in ${names.map((name) => `conf/${name}.conf`).join(', ')} to ${first}.`,
      later: `I was wrong: the port has to be ${second}. Only ${keeps} keeps ${first}.`,
      testCommand: TEST,
      skill(see) {
        const list = /Set the port in ([^:]*?) to (\d+)\./.exec(see.text)
        if (list === null) return []
        const [, paths = '', one = ''] = list
        const now = /the port has to be (\d+)\. Only (\S+) keeps/.exec(see.text)
        const goals = paths
          .split(', ')
          .map((path) =>
            setLine(path, 'port', now === null || path === now[2] ? one : (now[1] ?? '')),
          )
        const end = now === null ? `All ports are ${one}.` : `All other ports are ${now[1]}.`
        return [...goals, testsPass(TEST), finished(() => end)]
      },
      judge: (read) =>
        judgeLines(
          read,
          files,
          names.map((name) => {
            const path = `conf/${name}.conf`
            return { path, from: 'port = 0', to: `port = ${path === keeps ? first : second}` }
          }),
        ),
    }
  },
}

/** A function is renamed, and a text of the same letters must stay: it is a name on the wire. */
export const textRename: Family = {
  name: 'text_rename',
  make(random) {
    const names = nouns(random, 9)
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [
        `src/feeds/${name}.mjs`,
        [
          `import { settle } from '../settle.mjs'`,
          '',
          ...code(random, 40, name),
          `export const ${name} = (bus, row) => bus.send('settle', settle(row))`,
          '',
        ].join('\n'),
      ]),
    )
    files['src/settle.mjs'] = 'export function settle(row) {\n  return { ...row, done: true }\n}\n'
    files['check.mjs'] =
      `import { readdirSync } from 'node:fs'\nimport { finishRow } from './src/settle.mjs'\nif (typeof finishRow !== 'function') { console.log('FAIL finishRow is missing'); process.exit(1) }\nfor (const name of readdirSync('src/feeds')) {\n  const feed = await import('./src/feeds/' + name)\n  const sent = []\n  feed[name.replace('.mjs', '')]({ send: (...what) => sent.push(what) }, {})\n  if (sent[0]?.[0] !== 'settle') { console.log('FAIL ' + name + ' sends ' + sent[0]?.[0]); process.exit(1) }\n}\nconsole.log('all tests passed')\n`
    const renamed = (text: string) => text.replace(/(?<!['./])\bsettle\b(?!['.])/g, 'finishRow')
    return {
      files,
      task: "Rename the function `settle` to `finishRow` in src/settle.mjs and src/feeds/. The event 'settle' and the name of the file stay.",
      testCommand: TEST,
      skill: (see) => renameCode(see, renamed),
      judge(read) {
        const wrong = Object.keys(files).filter(
          (path) => path !== 'check.mjs' && read(path) !== renamed(files[path] ?? ''),
        )
        return wrong.length === 0 ? null : `${wrong.length} files are wrong: ${wrong[0]}`
      },
    }
  },
}

const OLD_LINE = /import \{ settle \}|function settle\(|, settle\(/

/** One line after another, as the newest search shows them. */
function renameCode(see: See, renamed: (text: string) => string): Goal[] {
  const isNone = /\bNo match for/.test(see.fresh)
  const hits = see.lines.filter(
    ({ path, text }) => path?.startsWith('src/') && OLD_LINE.test(text) && text === text.trimEnd(),
  )
  const open = hits.filter(({ path, text }) => {
    const mark = renamed(text).trim()
    return !see.calls.some(
      ({ args, ok }) => ok && args.path === path && String(args.new_str ?? '').includes(mark),
    )
  })
  const next = open.at(-1)
  const patch =
    next === undefined
      ? []
      : [
          {
            name: `rename in ${next.path}`,
            met: () => false,
            moves: () => [
              {
                do: 'patch' as const,
                path: next.path ?? '',
                old: next.text.trim(),
                new: renamed(next.text).trim(),
              },
              { do: 'read' as const, path: next.path ?? '' },
            ],
          },
        ]
  const search = { do: 'grep' as const, pattern: String.raw`\{ settle \}|[ ]settle\(`, path: 'src' }
  return [
    find('uses of settle', isNone || next !== undefined, [search, { do: 'run', command: TEST }]),
    ...(isNone ? [] : patch),
    testsPass(TEST),
    finished(() => 'settle is finishRow now, and the event is as before.'),
  ]
}

/** A file with such a line, by a part of its path. */
function pathOf(see: See, line: RegExp, part: string): string | null {
  const hit = see.lines.find(({ path, text }) => path?.includes(part) && line.test(text))
  const edit = see.lines.find(
    ({ path, kind }) => kind === 'edit' && path?.includes(part) && part !== '',
  )
  return hit?.path ?? edit?.path ?? knownValue(see, { label: `file of ${part}`, pattern: /(?!)/ })
}

function find(name: string, met: boolean, moves: ReturnType<Goal['moves']>): Goal {
  return { name: `find ${name}`, met: () => met, moves: () => moves }
}
