import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { ERRORS } from '#core'
import { ASSEMBLED, codeFiles, foldersIn, readText, WHEN_ASSEMBLED } from './tree.js'

function when(file: string) {
  if (existsSync(file)) return {}
  return ASSEMBLED ? {} : { skip: `${file} is not written yet` }
}

t.test('generated pages match the code; fix with npm run docs', async (t) => {
  const script = pathToFileURL(join(process.cwd(), 'scripts/docs.mjs')).href
  const { PAGES } = (await import(script)) as { PAGES: Record<string, () => Promise<string>> }
  for (const [page, make] of Object.entries(PAGES)) t.equal(readText(page), await make(), page)
})

t.test('every error has its row in docs/errors.md, and nothing else has', async (t) => {
  const rows = [...readText('docs/errors.md').matchAll(/^\| start \| `([A-Z_]+)` \|/gm)].map(
    (row) => row[1],
  )
  t.same(rows, Object.keys(ERRORS).sort())
})

t.test('every error is raised somewhere', WHEN_ASSEMBLED, async (t) => {
  const code = codeFiles('libs', 'apps')
    .filter((file) => !/^libs\/core\/errors\/(?:box_)?errors\.ts$/.test(file))
    .map(readText)
    .join('\n')
  t.same(
    Object.keys(ERRORS).filter((name) => !code.includes(`'${name}'`)),
    [],
  )
})

t.test(
  'the README names exactly two set-up commands, and both work',
  when('README.md'),
  async (t) => {
    const { scripts } = JSON.parse(readText('package.json'))
    const commands = [
      ...readText('README.md').matchAll(/^\s*(?:\$ )?(npm ci\b.*?)\s*(?:#.*)?$/gm),
    ].map((line) => line[1] ?? '')
    t.equal(commands.length, 2, commands.join(' | '))
    t.equal(commands[1], 'npm ci && npm test', 'the second is what CI runs')
    for (const step of commands[1]?.split(' && ') ?? []) {
      t.match(readText('.ci/run'), new RegExp(`^.*\\b${step}$|^${step} `, 'm'), `CI runs ${step}`)
    }
    for (const command of commands) {
      const name = /&& npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? ''
      t.ok(name in scripts, `${command}: package.json has ${name}`)
    }
  },
)

t.test('AGENTS.md fits a screen or two, and the places it names exist', async (t) => {
  const text = readText('AGENTS.md')
  t.ok(text.trimEnd().split('\n').length <= 60)
  const places = [...text.matchAll(/`((?:libs|scripts|bench|test|\.ci)\/[\w./-]*)/g)]
  t.ok(places.length > 5)
  if (!ASSEMBLED) return t.comment('the rooms are not all there yet: places not looked up')
  for (const [, place = ''] of places) {
    if (/^test\/regress/.test(place)) continue
    t.ok(existsSync(place), place)
  }
})

t.test('ARCHITECTURE.md is short and knows every room', when('ARCHITECTURE.md'), async (t) => {
  const text = readText('ARCHITECTURE.md')
  t.ok(text.trimEnd().split('\n').length <= 150)
  for (const room of foldersIn('libs').map((path) => basename(path))) {
    t.match(text, new RegExp(`libs/${room}\\b|[\`#]${room}[\`/]`), `names ${room}`)
  }
})

t.test('CHANGELOG.md has a place for what is not released yet', async (t) => {
  t.match(readText('CHANGELOG.md'), /^## \[Unreleased\]$/m)
})

for (const program of ['aircoder', 'aircoder-proxy']) {
  t.test(`${program}: the README and --help know the same commands`, WHEN_ASSEMBLED, async (t) => {
    const help = execFileSync(process.execPath, [`dist/${program}.js`, '--help']).toString()
    const section = /^Commands:\n((?: {2}.*\n?)+)/m.exec(help)?.[1] ?? ''
    const offered = [...section.matchAll(/^ {2}([a-z][\w-]*)/gm)].map((line) => line[1] ?? '')
    t.ok(offered.length > 0, 'help lists commands')
    const wanted = offered.filter((name) => name !== 'help')
    const listed = commandsListed(readText('README.md'), program)
    t.same(
      wanted.filter((name) => !listed.has(name)),
      [],
      'the README lists every command',
    )
    t.same(
      [...listed].filter((name) => !wanted.includes(name)),
      [],
      'the README lists no other',
    )
  })
}

/** Commands in code: `aircoder run`, and further ones in the same cell of a table: `login`. */
function commandsListed(text: string, program: string): Set<string> {
  const direct = new RegExp(`(?:^|[\`\\s|])${program} ([a-z][a-z-]*)`, 'gm')
  const found = new Set([...codeIn(text).matchAll(direct)].map((match) => match[1] ?? ''))
  for (const [, cell = ''] of text.matchAll(/^\| *([^|]*)/gm)) {
    if (!new RegExp(`\`${program} `).test(cell)) continue
    for (const [, name = ''] of cell.matchAll(/· `([a-z][a-z-]*)/g)) found.add(name)
  }
  return found
}

function codeIn(text: string): string {
  const spans = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)]
  return spans.map((span) => span[0]).join('\n')
}

t.test('a page gives npm the flag of scripts only where npm takes it: not in a project', (t) => {
  const pages = ['README.md', 'docs/memory.md', 'docs/proxy/install.md', 'docs/errors.md']
  for (const page of pages) {
    const commands = readText(page).match(/npm install[^`\n]*--allow-scripts=[^`\n]*/g) ?? []
    for (const command of commands) t.match(command, /npm install -g /, page)
  }
  t.end()
})
