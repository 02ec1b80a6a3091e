import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from './build.mjs'
import { CAMPAIGNS } from './siege/campaigns.mjs'
import { printTable } from './siege/print_table.mjs'
import { sourcePlugin } from './source_plugin.mjs'

// Usage: node scripts/siege.mjs [CAMPAIGN …]; without a name, all of them.
// Each campaign runs in a process of its own. Exit 1 when something was violated.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-siege')

const asked = process.argv.slice(2)
const known = CAMPAIGNS.map(({ name }) => name)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no campaign is named ${unknown.join(', ')}. Campaigns: ${known.join(', ')}`)
  process.exit(2)
}

mkdirSync(CACHE, { recursive: true })
const chosen = CAMPAIGNS.filter(({ name }) => asked.length === 0 || asked.includes(name))
const rows = []
for (const campaign of chosen) rows.push(...(await runCampaign(campaign)))
process.exitCode = printTable(rows)

async function runCampaign({ name, file }) {
  const program = join(CACHE, `${name}.mjs`)
  const answer = join(CACHE, `${name}.json`)
  await bundle(join(ROOT, file), program)
  const { status, signal } = spawnSync(process.execPath, [program, answer], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return JSON.parse(readFileSync(answer, 'utf8'))
  const violations = [`the campaign itself ended with ${status ?? signal}`]
  return [{ campaign: name, what: name, attempts: 1, violations }]
}

async function bundle(file, program) {
  await build({
    stdin: {
      contents: `import { writeFileSync } from 'node:fs'
import campaign from ${JSON.stringify(file)}
writeFileSync(process.argv[2], JSON.stringify(await campaign()))
process.exit(0)
`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: program,
    external: EXTERNAL,
    banner: { js: BANNER },
    plugins: [sourcePlugin(ROOT)],
    logLevel: 'error',
  })
}
