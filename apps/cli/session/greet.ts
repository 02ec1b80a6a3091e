import { describeSandbox } from '#workspace'
import { oneLine } from '../output/one_line.js'
import { programName } from '../output/program_name.js'
import type { Prepared } from '../run/prepare.js'

/** Prints what a session works with, and the task that it can resume. */
export async function greet(prepared: Prepared, print: (text: string) => void): Promise<void> {
  const { cwd, endpoint, ledger, sandbox } = prepared
  print(`aircoder in ${cwd} · ${endpoint.name}, window ${endpoint.windowTokens} tokens · /help\n`)
  print(`sandbox: ${describeSandbox(await sandbox.found, sandbox.network).text}\n`)
  if (endpoint.note !== null) print(`${endpoint.note}\n`)
  const task = ledger.tasks({ status: ['open', 'interrupted'] })[0]
  if (task === undefined) return
  const command = `${programName()} resume ${task.id}`
  print(`An earlier task stopped at step ${task.steps}: ${oneLine(task.text)}\n`)
  print(`  To resume it: ${command}\n`)
}
