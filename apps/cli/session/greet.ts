import { describeSandbox } from '#workspace'
import { oneLine } from '../output/one_line.js'
import type { Prepared } from '../run/prepare.js'
import { runningElsewhere } from '../run/take_up.js'

/** Prints what a session works with. */
export async function greet(prepared: Prepared, print: (text: string) => void): Promise<void> {
  const { cwd, endpoint, ledger, sandbox } = prepared
  print(`aircoder in ${cwd} · ${endpoint.name}, window ${endpoint.windowTokens} tokens · /help\n`)
  print(`sandbox: ${describeSandbox(await sandbox.found, sandbox.network).text}\n`)
  if (endpoint.note !== null) print(`${endpoint.note}\n`)
  for (const { task, owner } of runningElsewhere(ledger))
    print(`Another aircoder (${owner}) works here on: ${oneLine(task.text)}\n`)
}
