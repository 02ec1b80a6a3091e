import { dirname, join } from 'node:path'
import { AircoderError } from '#core'
import { type AcceptDeps, acceptTests, planAcceptance } from '#supervisor'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { confirm } from '../answers/confirm.js'
import type { AcceptFlags } from '../flags/flags.js'
import { describeAccept, describeAccepted, whyNothing } from '../output/describe/describe_accept.js'
import { openPlace, type Place } from '../run/place.js'

const DENIED = 3

/** `aircoder accept [TASK]`: shows the tests that a task changed, then asks; `--yes` answers. @returns the exit code */
export async function runAccept(idPrefix: string | undefined, flags: AcceptFlags): Promise<number> {
  const place = openPlace(flags, process.env, flags.dryRun === true)
  if (place === null) {
    if (idPrefix === undefined) return 0
    throw new AircoderError('NO_SUCH_ROW', { id: idPrefix })
  }
  const { ledger } = place
  try {
    const task = ledger.tasks().find(({ id }) => id.startsWith(idPrefix ?? ''))
    if (task === undefined) throw new AircoderError('NO_SUCH_ROW', { id: idPrefix ?? 'any task' })
    // Only --dry-run may read a session that another process works in.
    if (!flags.dryRun) ledger.claimSession(task.sessionId)
    const nothing = whyNothing(task)
    if (nothing !== null) {
      print(nothing)
      return 0
    }
    const deps = await depsOf(place)
    const plan = planAcceptance(task, deps)
    if (plan.tests.length > 0) {
      for (const line of describeAccept(plan)) print(line)
      if (flags.dryRun) return 0
      if (!flags.yes && !(await confirm('accept'))) return DENIED
    } else if (flags.dryRun) {
      print('The task changed no test that could be accepted.')
      return 0
    }
    const ended = await acceptTests(plan, deps, new AbortController().signal)
    print(describeAccepted(ended, plan))
    return ended.proven ? 0 : 1
  } finally {
    ledger.close()
  }
}

async function depsOf({ ledger, cwd, settings }: Place): Promise<AcceptDeps> {
  const { deny, testCommand, lintCommand, autoCheck, readBeforeEdit, permissionMode } = settings
  const workspace = openWorkspace({ root: cwd, deny, env: process.env })
  return {
    ledger,
    workspace,
    registry: createRegistry(await loadBuiltinTools()),
    checks: { testCommand, lintCommand, autoCheck, readBeforeEdit },
    undo: { snapshots: workspace.openSnapshots(join(dirname(ledger.path), 'snapshots')) },
    gate: { mode: () => permissionMode },
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
