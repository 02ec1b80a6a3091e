import { figure } from '#core'
import { describeSandbox } from '#workspace'
import { taskTitle } from '../../output/task_title.js'
import type { Prepared } from '../../run/prepare.js'
import { runningElsewhere } from '../../run/take_up.js'

/** Prints what a session works with. */
export async function greet(prepared: Prepared, print: (text: string) => void): Promise<void> {
  const { cwd, endpoint, ledger, sandbox, say } = prepared
  const tokens = figure(endpoint.windowTokens)
  print(`${say('greet.place', { cwd, model: endpoint.name, tokens })}\n`)
  const state = describeSandbox(await sandbox.found, sandbox.network).short
  print(`${say('greet.sandbox', { state: say.part(state) })}\n`)
  if (endpoint.note !== null) print(`${endpoint.note}\n`)
  for (const { task, owner } of runningElsewhere(ledger))
    print(`${say('greet.other', { owner, task: taskTitle(task.text) })}\n`)
}
