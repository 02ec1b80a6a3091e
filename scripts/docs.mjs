import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

// Usage: node scripts/docs.mjs — writes the pages that are generated from the code.

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Page -> what makes its text. A test compares each with what is committed. */
export const PAGES = { 'docs/errors.md': errorsPage }

/** Every error a person can meet, from the one table in libs/core/errors/errors.ts. */
async function errorsPage() {
  const { ERRORS } = await load('libs/core/errors/errors.ts')
  const rows = Object.entries(ERRORS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, row]) => `| \`${code}\` | ${fate(row)} | ${cell(row.message)} | ${cell(row.hint)} |`,
    )
  return [
    '# Errors',
    '',
    'Each has a code that is never reused, says what happened, and then what to do.',
    'Words in braces are filled in. Made by `npm run docs` from `libs/core/errors/errors.ts`: do not edit.',
    '',
    '| code | ends with | message | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function fate({ exit, status, type }) {
  const parts = [
    exit !== undefined && `exit ${exit}`,
    status !== undefined && `HTTP ${status}`,
    type,
  ]
  return parts.filter(Boolean).join(', ')
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

async function load(source) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [page, make] of Object.entries(PAGES)) {
    const path = join(ROOT, page)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, await make())
    console.log(page)
  }
}
