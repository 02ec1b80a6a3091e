import { CAMPAIGNS } from './siege/campaigns.mjs'
import { printTable } from './siege/print_table.mjs'
import { runCampaign } from './siege/run_campaign.mjs'

// Usage: node scripts/siege.mjs [CAMPAIGN …]; without a name, all of them.
// Each campaign runs in a process of its own. Exit 1 when something was violated.

const asked = process.argv.slice(2)
const known = CAMPAIGNS.map(({ name }) => name)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no campaign is named ${unknown.join(', ')}. Campaigns: ${known.join(', ')}`)
  process.exit(2)
}

const rows = []
for (const campaign of CAMPAIGNS) {
  if (asked.length > 0 && !asked.includes(campaign.name)) continue
  const started = performance.now()
  const found = await runCampaign(campaign)
  rows.push(...found)
  // What was tried so far is known also when the rest is interrupted.
  const attempts = found.reduce((sum, row) => sum + row.attempts, 0)
  const violations = found.reduce((sum, row) => sum + (row.violations?.length ?? 0), 0)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`${campaign.name}: ${attempts} attempts, ${violations} violations, ${minutes} min`)
}
process.exitCode = printTable(rows)
