import { describeSandbox } from '#workspace'
import type { Prepared } from '../run/prepare.js'

/** Prints what a session works with. */
export async function greet(prepared: Prepared, print: (text: string) => void): Promise<void> {
  const { cwd, endpoint, sandbox } = prepared
  print(`aircoder in ${cwd} · ${endpoint.name}, window ${endpoint.windowTokens} tokens · /help\n`)
  print(`sandbox: ${describeSandbox(await sandbox.found, sandbox.network).text}\n`)
  if (endpoint.note !== null) print(`${endpoint.note}\n`)
}
