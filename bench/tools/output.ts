import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkspace } from '#workspace'

const BYTES = 1_000_000_000
const MB = 1_048_576
/** Issue 6: a 1 GB output from a command costs less than 30 MB. */
const TARGET_MB = 30

/** Runs commands that print 1 GB and watches this process: the most memory above what it had before. */
export default async function output(): Promise<object> {
  const root = mkdtempSync(join(tmpdir(), 'aircoder-output-'))
  try {
    const { runCommand } = openWorkspace({ root, deny: [], env: process.env })
    const lines = `yes "some words of a line that a build could print" | head -c ${BYTES}`
    const oneLine = `head -c ${BYTES} /dev/zero | tr '\\0' x`
    await runCommand({ command: 'echo warm', timeoutMs: 10_000 })
    const cases = []
    for (const [name, command] of Object.entries({ lines, oneLine }))
      cases.push({ name, ...(await watch(() => runCommand({ command, timeoutMs: 600_000 }))) })
    return {
      bytes: BYTES,
      cases,
      targetMB: TARGET_MB,
      met: cases.every(({ mostMB }) => mostMB < TARGET_MB),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function watch(run: () => Promise<{ output: string; exitCode: number | null }>) {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 5)
  const begun = performance.now()
  const { output: kept, exitCode } = await run()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  clearInterval(timer)
  most = Math.max(most, process.memoryUsage().rss)
  return { exitCode, keptBytes: kept.length, mostMB: Math.round((most - before) / MB), seconds }
}
