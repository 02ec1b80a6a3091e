import type { Family } from '../family.js'
import { change, finished, testsPass } from '../model/goals.js'
import type { Goal } from '../model/moves.js'
import type { See } from '../model/see.js'
import { code, nouns } from './filler.js'

const TEST = 'node check.mjs'

/** A function is renamed in 24 files. A longer name that begins with the same letters stays. */
export const wideRename: Family = {
  name: 'wide_rename',
  make(random) {
    const names = nouns(random, 24)
    const user = (name: string) =>
      [
        `import { fetchRow } from '../rows.mjs'`,
        '',
        ...code(random, 20, name),
        `export function ${name}Of(id) {`,
        `  return fetchRow(id).${name}`,
        '}',
      ].join('\n')
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [`src/views/${name}.mjs`, user(name)]),
    )
    files['src/rows.mjs'] =
      'const rows = new Map()\n\nexport function fetchRow(id) {\n  return rows.get(id) ?? {}\n}\n'
    files['src/extra.mjs'] = 'export function listRows() {\n  return []\n}\n'
    files['check.mjs'] =
      `import { readdirSync } from 'node:fs'\nimport { loadRow } from './src/rows.mjs'\nif (typeof loadRow !== 'function') process.exit(1)\nfor (const name of readdirSync('src/views')) await import('./src/views/' + name)\nconsole.log('all tests passed')\n`
    return {
      files,
      task: 'Rename the function `fetchRow` to `loadRow` everywhere in src: its definition, all imports and all calls.',
      testCommand: TEST,
      skill: renameSkill,
      judge(read) {
        const wrong = Object.keys(files).filter(
          (path) =>
            path !== 'check.mjs' && read(path) !== files[path]?.replaceAll('fetchRow', 'loadRow'),
        )
        return wrong.length === 0 ? null : `${wrong.length} files are not renamed: ${wrong[0]}`
      },
    }
  },
}

function renameSkill(see: See): Goal[] {
  const [, from, to] = /[Rr]ename the function `(\w+)` to `(\w+)`/.exec(see.text) ?? []
  if (from === undefined || to === undefined) return []
  const word = new RegExp(`\\b${from}\\b`)
  const paths = [
    ...new Set(
      see.lines.flatMap(({ path, text, kind }) =>
        kind === 'text' && path?.startsWith('src/') && word.test(text) ? [path] : [],
      ),
    ),
  ]
  const search = { do: 'grep' as const, pattern: `${from}\\b`, path: 'src' }
  const isGone = see.calls.some(
    ({ result, at }) => /^No match|no match/i.test(result) && at > lastPatch(see),
  )
  return [
    {
      name: 'find the uses',
      met: () => isGone || paths.some((path) => !isRenamed(see, path, to)),
      moves: () => [search, { do: 'run', command: `grep -rlw ${from} src` }],
    },
    ...paths
      .filter((path) => !isGone && !isRenamed(see, path, to))
      .map((path) =>
        change({
          path,
          old: word,
          line: (_, old) => old.replaceAll(from, to),
          mark: () => to,
          everywhere: { from, to },
        }),
      ),
    testsPass(TEST),
    finished(() => `${from} is renamed to ${to} in all files of src, and the tests pass.`),
  ]
}

function lastPatch(see: See): number {
  return see.calls.findLast(({ args, ok }) => ok && 'new_str' in args)?.at ?? -1
}

function isRenamed(see: See, path: string, to: string): boolean {
  const patched = see.calls.findLast(
    ({ args, ok }) => ok && 'new_str' in args && args.path === path,
  )
  const line = see.lines.findLast(
    (one) => one.path === path && one.kind === 'edit' && one.text.includes(to),
  )
  const old = see.lines.findLast((one) => one.path === path && one.kind === 'text')
  return (
    Math.max(patched?.at ?? -1, line?.at ?? -1) > -1 &&
    (patched?.at ?? line?.at ?? -1) >= (old?.at ?? -1)
  )
}
