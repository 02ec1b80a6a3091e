import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = join(ROOT, 'docs/reliability.md')
const RESULT = join(ROOT, 'bench/results/siege.json')
const FROM = '<!-- last runs: npm run siege -- --write bench/results/siege.json && npm run docs -->'
const TO = '<!-- end of the last runs -->'
const HASH_CHARS = 10

/** docs/reliability.md as it is, with its part `Last runs` made from the result of the last `npm run siege -- --write`. */
export function reliabilityPage() {
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(FROM), page.indexOf(TO)]
  if (from === -1 || to < from) throw new Error(`${PAGE} has no place for the last runs`)
  if (!existsSync(RESULT)) return page
  const table = tellResult(JSON.parse(readFileSync(RESULT, 'utf8')))
  return `${page.slice(0, from + FROM.length)}\n\n${table}\n\n${page.slice(to)}`
}

/** The result of a siege as text: what ran where, a line a campaign, and each violation. */
export function tellResult(result) {
  const { machine, load, campaigns } = result
  const violations = [...result.violations, ...campaigns.flatMap(({ lines = [] }) => lines)]
  const changed = result.changed ? ' with changes' : ''
  const rest = result.complete ? 'all campaigns' : 'not all campaigns: the others did not run'
  const all = { name: `**${rest}**`, ...result, violations: violations.length }
  return [
    `On ${result.begun.slice(0, 10)}, commit ${result.commit?.slice(0, HASH_CHARS) ?? 'unknown'}${changed}: ${machine.cores} cores, load ${load.lowest} to`,
    `${load.highest}, ${machine.platform} ${machine.arch}, Node ${result.node.slice(1)}; ${result.jobs} campaigns at a time.`,
    '',
    '| campaign | attempts | violations | minutes | of processor time |',
    '|---|---|---|---|---|',
    ...[...campaigns, all].map(
      (row) =>
        `| ${row.name}${ownRun(row)}${skippedOf(row)} | ${row.attempts} | ${row.violations} | ${row.minutes} | ${row.processor_minutes} |`,
    ),
    ...(violations.length === 0 ? [] : ['', ...violations.map((line) => `- ${cell(line)}`)]),
  ].join('\n')
}

/** The facts of a campaign that ran later than the others. */
function ownRun({ run, processes = 1 }) {
  if (run === undefined) return ''
  const { begun, commit, changed, machine } = run
  const of = `${commit?.slice(0, HASH_CHARS) ?? 'unknown'}${changed ? ' with changes' : ''}`
  const many = processes > 1 ? `, ${processes} processes at a time` : ''
  return ` (${begun.slice(0, 10)}, commit ${of}, ${machine.cores} cores${many})`
}

function skippedOf({ rows = [] }) {
  const skipped = rows.filter((row) => row.skipped !== undefined)
  if (skipped.length === 0) return ''
  return ` (skipped: ${skipped.map(({ what, skipped: reason }) => `${what}, ${reason}`).join('; ')})`
}

function cell(text) {
  return text.replaceAll('\n', ' ').trim()
}
