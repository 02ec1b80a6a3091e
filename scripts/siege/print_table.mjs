const SHOWN = 20

/** Prints attempts and violations, a line a row, and the sum. @returns the exit code */
export function printTable(rows) {
  console.log('| campaign | what | attempts | violations |\n|---|---|---|---|')
  for (const { campaign, what, attempts, violations, skipped } of rows) {
    const found = skipped === undefined ? violations.length : `skipped: ${skipped}`
    console.log(`| ${campaign} | ${what} | ${attempts} | ${found} |`)
  }
  const all = rows.flatMap((row) => row.violations ?? [])
  for (const line of all.slice(0, SHOWN)) console.log(`violation: ${line}`)
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  console.log(`${attempts} attempts, ${all.length} violations`)
  return all.length === 0 ? 0 : 1
}
