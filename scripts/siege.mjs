import { readFileSync } from 'node:fs'
import { CAMPAIGNS } from './siege/campaigns.mjs'
import { printTable } from './siege/print_table.mjs'
import { readWords } from './siege/read_words.mjs'
import { runAll } from './siege/run_all.mjs'
import { addResult, writeResult } from './siege/write_result.mjs'

// Usage: node scripts/siege.mjs [--write FILE | --add FILE] [--jobs N] [--processes N] [--minutes N] [CAMPAIGN …]; without
// a name, all of them, two at a time. --processes: a campaign that divides (keys) takes N processes at once.
// --minutes: after so many minutes what has not ended is ended and shown as skipped, never as tried.
// Each campaign runs in a process of its own with a temporary folder of its own. Exit 1 when something was violated.
// --add: puts the campaigns that are named into a result that a whole siege wrote. --write: the result as JSON, after each campaign again, so that it is there also when the rest is interrupted.

const words = readWords(process.argv.slice(2), CAMPAIGNS)
if (words.error !== undefined) {
  console.error(words.error)
  process.exit(2)
}
const { campaigns, jobs, minutes, write, add } = words
const others = add === null ? null : JSON.parse(readFileSync(add, 'utf8'))
const rows = []
const found = await runAll(campaigns, {
  jobs,
  endMs: minutes * 60_000,
  begins: (name) => console.log(`${new Date().toISOString().slice(11, 16)} ${name} begins`),
  report: (result, state) => {
    const { name, minutes: took, processorMinutes } = result
    const skipped = result.rows.filter((row) => row.skipped !== undefined)
    const attempts = result.rows.reduce((sum, row) => sum + row.attempts, 0)
    const violations = result.rows.reduce((sum, row) => sum + row.violations.length, 0)
    const times = `${took.toFixed(1)} min, ${processorMinutes.toFixed(1)} min of processor time`
    const left = skipped.map((row) => `; skipped ${row.what}: ${row.skipped}`).join('')
    const at = new Date().toISOString().slice(11, 16)
    console.log(`${at} ${name}: ${attempts} attempts, ${violations} violations, ${times}${left}`)
    if (write !== null) writeResult(write, state)
    if (add !== null) addResult(add, state, others)
  },
})
for (const each of found.campaigns) rows.push(...each.rows)
process.exitCode = printTable(rows)
