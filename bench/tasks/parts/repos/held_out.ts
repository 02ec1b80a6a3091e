import type { Family } from '../family.js'
import { isWritten, knownValue, linesIn } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import type { Goal, Move } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns, put, records } from './filler.js'
import { hashOf } from './hash.js'
import { judgeLines, setLine } from './lists.js'
import { lookIn, setTo } from './lost_facts.js'

const TEST = 'node check.mjs'
const LIMITS = ['docs', 'limits.md'].join('/')

/** The first failing run names a code. Twenty files are corrected first; no later run prints the code. */
export const messageOnce: Family = {
  name: 'message_once',
  make(random) {
    const names = nouns(random, 20)
    const release = 10_007 + random.below(80_000)
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [
        `pages/${name}.txt`,
        put(records(random, 120), random.next(), ['license = none']).join('\n'),
      ]),
    )
    files['src/release.mjs'] = 'export const release = 0\n'
    files['check.mjs'] = [
      `import { createHash } from 'node:crypto'`,
      `import { readFileSync } from 'node:fs'`,
      `import { release } from './src/release.mjs'`,
      `const open = ${JSON.stringify(names)}.filter((name) => !/^license = mit$/m.test(readFileSync('pages/' + name + '.txt', 'utf8')))`,
      `const isRight = createHash('sha256').update(String(release)).digest('hex').slice(0, 8) === '${hashOf(release)}'`,
      `if (open.length === ${names.length}) console.log('FAIL release: the code has to be ${release}. Enter it last, when the pages are done')`,
      `if (open.length > 0) { console.log('FAIL ' + open.length + ' pages have no license, the first is pages/' + open[0] + '.txt'); process.exit(1) }`,
      `if (!isRight) { console.log('FAIL release: the code is wrong'); process.exit(1) }`,
      `console.log('all tests passed')`,
      '',
    ].join('\n')
    return {
      files,
      task: `Run the tests. Then set \`license\` to mit in ${names.map((name) => `pages/${name}.txt`).join(', ')}, and at last \`release\` in src/release.mjs to what the tests want.`,
      testCommand: TEST,
      skill(see) {
        const [, list = ''] = /to mit in ([^:]*?\.txt), and/.exec(see.text) ?? []
        if (list === '') return []
        const fact = { label: 'release code', pattern: /the code has to be (\d+)/ }
        const asked = know(fact, () => [{ do: 'run', command: TEST }])
        const value = knownValue(see, fact)
        // Once the code is printed no more, running again is in vain.
        const isOver = see.calls.some(({ args, ok }) => ok && 'new_str' in args)
        return [
          { ...asked, met: (now) => asked.met(now) || isOver },
          ...list.split(', ').map((path) => setLine(path, 'license', 'mit')),
          setTo('src/release.mjs', 'release', value),
          testsPass(TEST),
          finished(() => `The pages have a license, and release is ${value}.`),
        ]
      },
      judge(read) {
        const pages = judgeLines(
          read,
          files,
          names.map((name) => ({
            path: `pages/${name}.txt`,
            from: 'license = none',
            to: 'license = mit',
          })),
        )
        const isRight = read('src/release.mjs').includes(`release = ${release}\n`)
        return pages ?? (isRight ? null : `release should be ${release}`)
      },
    }
  },
}

const OLD = /(?<![\w$])parseRow(?![\w$])/g

/** A function is renamed whose name is the beginning and the end of other names. */
export const lookAlike: Family = {
  name: 'look_alike',
  make(random) {
    const names = nouns(random, 11)
    const files: Record<string, string> = {
      'src/parse.mjs':
        'export const parseRow = (text) => text.split(";")\nexport const parseRows = (text) => text.split("\\n").map(parseRow)\nexport const parseRowId = (row) => row[0]\nexport const reparseRow = (row) => parseRow(row.join(";"))\n',
    }
    for (const name of names)
      files[`src/readers/${name}.mjs`] = [
        `import { parseRow, parseRowId, parseRows, reparseRow } from '../parse.mjs'`,
        '',
        ...code(random, 60, name),
        `export const ${name}First = (text) => parseRowId(parseRow(text))`,
        `export const ${name}All = (text) => parseRows(text).map(reparseRow)`,
        '',
      ].join('\n')
    const renamed = (text: string) => text.replace(OLD, 'splitRow')
    files['check.mjs'] =
      `import { readFileSync, readdirSync } from 'node:fs'\nimport { parseRows, splitRow } from './src/parse.mjs'\nif (typeof splitRow !== 'function' || parseRows('a;b')[0][1] !== 'b') { console.log('FAIL splitRow is missing'); process.exit(1) }\nfor (const name of readdirSync('src/readers')) {\n  const text = readFileSync('src/readers/' + name, 'utf8')\n  if (/\\bparseRow\\b/.test(text)) { console.log('FAIL src/readers/' + name + ' has the old name'); process.exit(1) }\n  await import('./src/readers/' + name)\n}\nconsole.log('all tests passed')\n`
    return {
      files,
      task: 'Rename the function `parseRow` to `splitRow` in src/. The functions `parseRows`, `parseRowId` and `reparseRow` keep their names.',
      testCommand: TEST,
      skill: (see) => renameExactly(see, renamed),
      judge(read) {
        const wrong = Object.keys(files).filter(
          (path) => path !== 'check.mjs' && read(path) !== renamed(files[path] ?? ''),
        )
        return wrong.length === 0 ? null : `${wrong.length} files are wrong: ${wrong[0]}`
      },
    }
  },
}

/** One line after another, as the newest search shows them. */
function renameExactly(see: See, renamed: (text: string) => string): Goal[] {
  const isNone = /\bNo match for/.test(see.fresh)
  const hits = see.lines.filter(
    ({ path, text }) =>
      path?.startsWith('src/') && renamed(text) !== text && !/^\.\.\. /.test(text),
  )
  const next = hits
    .filter(({ path, text }) => !isWritten(see, path ?? '', renamed(text).trim()))
    .at(-1)
  const search: Move = { do: 'grep', pattern: String.raw`\bparseRow\b`, path: 'src' }
  return [
    {
      name: 'find uses',
      met: () => isNone || next !== undefined,
      moves: () => [search, { do: 'run', command: TEST }],
    },
    ...(isNone || next === undefined
      ? []
      : [
          {
            name: `rename in ${next.path}`,
            met: () => false,
            moves: (): Move[] => [
              {
                do: 'patch',
                path: next.path ?? '',
                old: next.text.trim(),
                new: renamed(next.text).trim(),
              },
              { do: 'read', path: next.path ?? '' },
            ],
          },
        ]),
    testsPass(TEST),
    finished(() => 'parseRow is splitRow now, and the other names are as before.'),
  ]
}

/** Two files must agree: a table in a long text and the constants of a large source. Five of twelve differ. */
export const twoAgree: Family = {
  name: 'two_agree',
  make(random) {
    const names = nouns(random, 12)
    const right = names.map(() => 20 + random.below(900))
    const wrong = new Set(
      nouns(random, 40)
        .filter((name) => names.includes(name))
        .slice(0, 5),
    )
    const rows = names.map((name, n) => `| ${name} | at most ${right[n]} |`)
    const doc = ['# Limits', ''].concat(records(random, 150))
    for (const [n, row] of rows.entries()) doc.splice(8 + n * 12, 0, row)
    const body = code(random, 260, 'limit')
    const lines = names.map((name, n) => {
      const value = (right[n] ?? 0) + (wrong.has(name) ? 1 + random.below(9) : 0)
      return `export const ${name}Most = ${value}`
    })
    let source = body
    for (const [n, line] of lines.entries())
      source = put(source, (n + 0.5) / lines.length, [line, ''])
    const files: Record<string, string> = {
      [LIMITS]: doc.join('\n'),
      'src/limits.mjs': source.join('\n'),
      'check.mjs': `import * as limits from './src/limits.mjs'\nimport { createHash } from 'node:crypto'\nconst text = ${JSON.stringify(names)}.map((name) => limits[name + 'Most']).join(' ')\nif (createHash('sha256').update(text).digest('hex').slice(0, 8) !== '${hashOf(right.join(' '))}') { console.log('FAIL some limits are not those of ${LIMITS}'); process.exit(1) }\nconsole.log('all tests passed')\n`,
    }
    return {
      files,
      task: `src/limits.mjs and ${LIMITS} must agree. The table is right: correct the constants of ${names.join(', ')} (such as ${names[0]}Most) where they differ.`,
      testCommand: TEST,
      skill(see) {
        const [, list = ''] = /constants of ([\w, ]+) \(such/.exec(see.text) ?? []
        if (list === '') return []
        const facts = list.split(', ').map((name) => ({
          name,
          label: `limit of ${name}`,
          pattern: new RegExp(`\\| ${name} \\| at most (\\d+)`),
          path: LIMITS,
        }))
        return [
          ...facts.map((fact, n) => know(fact, (now) => lookIn(now, LIMITS, 'at most'), n)),
          ...facts.map((fact) => agree(see, fact.name, knownValue(see, fact))),
          testsPass(TEST),
          finished(() => 'All twelve constants are those of the table.'),
        ]
      },
      judge(read) {
        const text = read('src/limits.mjs')
        const bad = names.filter((name, n) => !text.includes(`${name}Most = ${right[n]}\n`))
        return bad.length === 0 ? null : `${bad.length} limits differ: ${bad[0]}`
      },
    }
  },
}

function agree(see: See, name: string, value: string | null): Goal {
  const path = 'src/limits.mjs'
  const one = change({
    path,
    search: 'Most =',
    old: new RegExp(`export const ${name}Most = (?!${value}$)\\d+`),
    line: (_, old) => (value === null ? null : old.replace(/\d+$/, value)),
    mark: () => (value === null ? null : `${name}Most = ${value}`),
  })
  const isVisible = linesIn(see, path).some(({ text }) => text.includes(`${name}Most = `))
  return isVisible ? one : { ...one, moves: (now) => [...one.moves(now), ...readOn(now, path)] }
}

const README = 'README.md'

/** An option is described once, in a README of 1,300 lines with the same words for other things. */
export const longReadme: Family = {
  name: 'long_readme',
  make(random) {
    const level = 3 + random.below(16)
    const areas = nouns(random, 24)
    const key = `${areas[11]}.pack`
    const section = (area: string, extra: readonly string[]) => [
      `## ${area}`,
      '',
      ...records(random, 50).map((line) => `${line}.`),
      ...extra,
      '',
    ]
    const text = areas.flatMap((area, n) =>
      section(area, [
        n === 11
          ? `To compress what the ${area} sends, set \`${key} = zstd:${level}\` in config/app.ini. It is off otherwise.`
          : `The ${area} does not compress what it sends; \`${area}.pack\` is only kept for old files.`,
      ]),
    )
    const ini = [
      ...areas.map((area) => `${area}.pack = off`),
      ...areas.map((area) => `${area}.port = ${random.below(9_000)}`),
    ]
    const files: Record<string, string> = {
      [README]: ['# Service', '', ...text].join('\n'),
      'config/app.ini': `${ini.join('\n')}\n`,
      'check.mjs': `import { readFileSync } from 'node:fs'\nimport { createHash } from 'node:crypto'\nconst line = /^${areas[11]}\\.pack = (.*)$/m.exec(readFileSync('config/app.ini', 'utf8'))?.[1]\nif (createHash('sha256').update(String(line)).digest('hex').slice(0, 8) !== '${hashOf(`zstd:${level}`)}') { console.log('FAIL the ${areas[11]} does not compress'); process.exit(1) }\nconsole.log('all tests passed')\n`,
    }
    return {
      files,
      task: `The ${areas[11]} has to compress what it sends. ${README} says how; the settings are in config/app.ini.`,
      testCommand: TEST,
      skill(see) {
        const area = /The (\w+) has to compress/.exec(see.text)?.[1]
        if (area === undefined) return []
        const fact = { label: 'compression', pattern: new RegExp(`${area}\\.pack = (zstd:\\d+)`) }
        const value = knownValue(see, fact)
        return [
          know(fact, (now) => [
            { do: 'read', path: README },
            { do: 'grep', pattern: 'compress', path: README },
            { do: 'grep', pattern: `compress what the ${area}`, path: README },
            ...readOn(now, README),
          ]),
          ...(value === null ? [] : [setLine('config/app.ini', `${area}.pack`, value)]),
          testsPass(TEST),
          finished(() => `${area}.pack is ${value}.`),
        ]
      },
      judge: (read) =>
        judgeLines(read, files, [
          { path: 'config/app.ini', from: `${key} = off`, to: `${key} = zstd:${level}` },
        ]),
    }
  },
}

/** A task in Chinese about Chinese records: only those with a condition are changed. */
export const chineseRecords: Family = {
  name: 'chinese_records',
  make(random) {
    const names = nouns(random, 14)
    const items = names.map((name, n) => {
      const number = (n % 2 === 0 ? 700 : 300) + random.below(90)
      const from = `编号 ${number};站点 ${name};状态 开启`
      return {
        path: `data/${name}.txt`,
        from,
        to: n % 2 === 0 ? from.replace('开启', '关闭') : from,
      }
    })
    const files: Record<string, string> = Object.fromEntries(
      items.map(({ path, from }) => [
        path,
        put(
          Array.from(
            { length: 80 },
            (_, n) => `第 ${n + 1} 行记录,数值为 ${random.below(9_000)},无需处理。`,
          ),
          random.next(),
          [from],
        ).join('\n'),
      ]),
    )
    files['check.mjs'] =
      `import { readFileSync, readdirSync } from 'node:fs'\nfor (const name of readdirSync('data')) {\n  const line = /^编号.*$/m.exec(readFileSync('data/' + name, 'utf8'))[0]\n  if (/^编号 7/.test(line) === /开启$/.test(line)) { console.log('FAIL data/' + name + ' 的状态不对'); process.exit(1) }\n}\nconsole.log('all tests passed')\n`
    return {
      files,
      task: '把 data/ 中编号以 7 开头的站点的状态从“开启”改成“关闭”。其他站点不变。',
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes('编号以 7 开头')) return []
        const hits = see.lines.filter(
          ({ path, text }) => path?.startsWith('data/') && /^编号 7\d+;.*状态 开启$/.test(text),
        )
        const open = hits.find(
          ({ path, text }) => !isWritten(see, path ?? '', text.replace('开启', '关闭')),
        )
        const isNone = /\bNo match for/.test(see.fresh)
        return [
          {
            name: 'find stations',
            met: () => isNone || open !== undefined,
            moves: () => [
              { do: 'grep', pattern: '编号 7.*开启', path: 'data' },
              { do: 'run', command: TEST },
            ],
          },
          ...(open === undefined || isNone
            ? []
            : [
                change({
                  path: open.path ?? '',
                  search: '编号 7',
                  old: /^编号 7\d+;.*状态 开启$/,
                  line: (_, old) => old.replace('开启', '关闭'),
                  mark: () => open.text.replace('开启', '关闭'),
                }),
              ]),
          testsPass(TEST),
          finished(() => '编号以 7 开头的站点都已关闭,其他站点不变。'),
        ]
      },
      judge: (read) => judgeLines(read, files, items),
    }
  },
}
