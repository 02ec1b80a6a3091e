import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { readText } from './tree.js'

interface Text {
  line: number
  kind: string
  text: string
}

interface ListStrings {
  textFiles(wanted?: readonly string[]): string[]
  listStrings(path: string, source: string): Text[]
  readListed(path: string): string | null
}

interface FeatureRows {
  readFeatures(): { rows: { row: number }[] }[]
  rowsIn(text: string): number[]
}

const load = (script: string) => import(pathToFileURL(join(process.cwd(), script)).href)
const strings = (await load('scripts/list_strings.mjs')) as ListStrings
const features = (await load('scripts/feature_rows.mjs')) as FeatureRows

/** Pages of the user's project that the program reads: they are not pages of this repository. */
const THEIRS = /^(?:CLAUDE|SKILL|(?:\.aircoder\/)?guide|docs\/notes)\.md$/
const PAGE = /(?<![\w./*<>-])((?:[\w.-]+\/)*[\w.-]+\.md)(#[\w-]+)?/g
const LINK = /\]\((?!\w+:)([^)\s#]*)(#[^)\s]+)?\)/g
const CODE = /`((?:libs|apps|test|scripts|bench|docs)\/[\w./-]+)`/g

interface Citation {
  page: string
  anchor: string
}

/** The pages that a comment, a title or another text of code cites. */
function citedInCode({ kind, text }: Text, file: string): Citation[] {
  const isProse = kind === 'comment' || kind === 'title'
  const cites = [...text.matchAll(PAGE)].map(([, page = '', anchor = '']) => ({ page, anchor }))
  // Other strings hold names of test data, so only whole paths count there.
  const isCited = ({ page }: Citation) =>
    !THEIRS.test(page) && (isProse || (page.startsWith('docs/') && !file.startsWith('test/')))
  return cites.filter(isCited)
}

/** The pages that a line of Markdown links to, relative to the root, and those that it names by path. */
function citedInPage({ text }: Text, file: string): Citation[] {
  const links = [...text.matchAll(LINK)].map(([, path = '', anchor = '']) => ({
    page: path === '' ? file : normalize(join(dirname(file), path)),
    anchor: /\.md$/.test(path) || path === '' ? anchor : '',
  }))
  const named = [...text.matchAll(CODE)].map(([, path = '']) => ({ page: path, anchor: '' }))
  return [...links, ...named]
}

const anchors = new Map<string, Set<string>>()

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const known = anchors.get(page)
  if (known !== undefined) return known
  const headings = readText(page).matchAll(/^#{1,6} +(.+)$/gm)
  const made = [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  anchors.set(page, new Set(made))
  return new Set(made)
}

/** Why a citation leads nowhere; null when page and anchor exist. */
function describeMissing({ page, anchor }: Citation, file: string): string | null {
  const places = [page, join(dirname(file), page), join('docs', page)]
  const found = places.find((place) => existsSync(place))
  // The folder of tests for reported bugs is made with the first of them.
  if (page === 'test/regress/') return null
  if (found === undefined) return `${page} does not exist`
  if (anchor === '' || anchorsOf(found).has(anchor.slice(1))) return null
  return `${page} has no heading ${anchor}`
}

t.test('a missing page, a missing heading and a renamed one are found', async (t) => {
  const missing = (text: string) =>
    citedInCode({ line: 1, kind: 'comment', text }, 'libs/a/b.ts').map((cite) =>
      describeMissing(cite, 'libs/a/b.ts'),
    )
  const design = 'docs/design/permissions.md'
  t.same(missing(`// as ${design}#deny-rules says, and AGENTS.md`), [null, null])
  t.same(missing('// no_such_page.md 3a'), ['no_such_page.md does not exist'])
  t.same(missing(`// ${design}#no-such-heading`), [`${design} has no heading #no-such-heading`])
  const link = { line: 1, kind: 'line', text: 'see [a](permissions.md#order), [b](nowhere.md)' }
  const found = citedInPage(link, 'docs/design/prompt.md')
  t.same(
    found.map((cite) => describeMissing(cite, 'docs/design/prompt.md')),
    [null, 'docs/design/nowhere.md does not exist'],
  )
})

t.test('every page, heading and feature row that is cited exists', async (t) => {
  const rows = new Set(features.readFeatures().flatMap((section) => section.rows.map((r) => r.row)))
  const problems: string[] = []
  for (const file of strings.textFiles()) {
    if (file === 'test/house/citations.test.ts' || file === 'docs/features.md') continue
    const isCode = /\.(?:ts|mjs|js)$/.test(file)
    const source = strings.readListed(file) ?? ''
    if (isCode && !/\.md\b|\brows? \d/.test(source)) continue
    for (const text of strings.listStrings(file, source)) {
      const cites = isCode ? citedInCode(text, file) : citedInPage(text, file)
      const missing = cites.map((cite) => describeMissing(cite, file))
      const isProse = !isCode || text.kind === 'comment' || text.kind === 'title'
      const unknown = isProse ? features.rowsIn(text.text).filter((row) => !rows.has(row)) : []
      for (const problem of [...missing, ...unknown.map((row) => `there is no row ${row}`)])
        if (problem !== null) problems.push(`${file}:${text.line}: ${problem}`)
    }
  }
  t.same(problems, [])
})
