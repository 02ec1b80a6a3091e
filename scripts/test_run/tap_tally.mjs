/**
 * Counts one test file. A test is a `t.test` without further ones inside, or a file that checks
 * without any. What fails outside of a test (a crash, a broken plan, a file without a test) counts
 * as a failed test, so that nothing red can add up to zero.
 * @param file  the node of the file, from `readTap`
 * @returns     { name, ms, processorMs, passed, skips: [{ at, reason }], failures: [{ at, text }], comments }
 */
export function tallyFile(file) {
  const { name, ms, processorMs = 0 } = file
  const tally = { name, ms, processorMs, passed: 0, skips: [], failures: [], comments: [] }
  const empty = file.skip === 'no tests found'
  if (empty) tally.failures.push({ at: file.name, text: 'ran no test' })
  else tallyNode(file, [], tally)
  if (tally.passed + tally.skips.length + tally.failures.length === 0) {
    tally.failures.push({ at: file.name, text: 'ran no test' })
  }
  return tally
}

function tallyNode(node, above, tally) {
  const path = [...above, node.name]
  const at = path.join(' > ')
  tally.comments.push(...node.comments)
  if (node.skip !== null) return void tally.skips.push({ at, reason: node.skip })

  const children = node.children ?? []
  const tests = children.filter((child) => child.children !== null)
  const checks = children.filter((child) => child.children === null)
  const failed = checks.filter((check) => !check.ok && check.skip === null)
  for (const check of checks.filter((check) => check.skip !== null)) {
    tally.skips.push({ at: `${at} > ${check.name}`, reason: check.skip })
  }

  const bad = failed.map((check) => toFailure(`${at} > ${check.name}`, check))
  if (tests.length === 0) {
    if (!node.ok) tally.failures.push(bad.length > 0 ? joinFailures(at, bad) : toFailure(at, node))
    else if (checks.some((check) => check.skip === null)) tally.passed += 1
    return
  }
  const failuresBefore = tally.failures.length
  for (const test of tests) tallyNode(test, path, tally)
  tally.failures.push(...bad)
  if (!node.ok && tally.failures.length === failuresBefore) tally.failures.push(toFailure(at, node))
}

function toFailure(at, node) {
  const text = node.details.join('\n').trim()
  return { at, text: text || 'failed without a message' }
}

function joinFailures(at, failures) {
  if (failures.length === 1) return failures[0]
  return { at, text: failures.map((failure) => `${failure.at}\n${failure.text}`).join('\n') }
}
