import { rmSync } from 'node:fs'
import fc from 'fast-check'
import type { Test } from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { ROTATION } from '../kit/rotation.js'
import { madeCommand } from './made_commands.js'
import { findLeaks } from './sandbox_runs.js'
import { commandsOf, plainFolder, plantTree, unchanging } from './tree.js'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())

/** What a run may not do on the machine of the tests: reach others, end processes, wait. */
const NOT_HERE =
  /\b(?:ssh|scp|rsync|curl|wget|docker|gh|sudo|systemctl|kill|nohup|sleep|npm|npx|yarn|cargo|go|mvn|make|psql|sqlite3|tail -f|pull|push|fetch|history|ps|vim|ed|pytest|tsc|eslint|prettier|python3?|node)\b/
/** Programs that take seconds to start or wait for a network that is not there. */
const SLOW = /^(?:pip3?|javac?|kubectl|terraform|cmake)\b/

type Judge = (command: string, mode: Mode) => string

/** Opens a tree for a test, and judges commands in it. */
export function openJudge(t: Test): Judge {
  const base = plainFolder('differential')
  t.teardown(() => rmSync(base, { recursive: true, force: true }))
  const workspace = unchanging(plantTree(base).workspace)
  return (command, mode) => {
    const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
    if (!checked.ok) return 'invalid'
    const { tool, input } = checked
    const session = { mode, allow: [], approved: [] }
    return decide(gateRequest({ tool, input, workspace, programs, session })).decision
  }
}

/** Makes commands, runs those that the gate allows, and asserts that none shows or changes a denied file. */
export function testMadeCommands(t: Test, numRuns: number): void {
  const judge = openJudge(t)
  // Another one each day, so that a run can be repeated.
  const seed = Number(process.env.DIFFERENTIAL_SEED ?? ROTATION)
  t.comment(`DIFFERENTIAL_SEED=${seed}`)
  const modes = fc.constantFrom<Mode>('yolo', 'default', 'plan')
  const made = fc.sample(fc.tuple(madeCommand, modes), { numRuns, seed })
  const judged = made.map(([command, mode]) => ({ command, decision: judge(command, mode) }))
  const count = (wanted: string) => judged.filter(({ decision }) => decision === wanted).length
  const allowed = judged.filter(({ decision }) => decision === 'allow')
  t.same(findLeaks([...new Set(allowed.map(({ command }) => command))]), [])
  t.comment(`allow ${count('allow')}, ask ${count('ask')}, deny ${count('deny')}`)
  // About one in 17 is allowed; with 400 commands chance alone gives fewer than 20 now and then.
  t.ok(count('allow') > numRuns / 50 && count('deny') > numRuns / 4)
}

/**
 * Runs the listed commands that the gate allows: those of slow programs, or the others. The attacks of the other lists
 * are never allowed (permit.test.ts).
 */
export function testListedCommands(t: Test, { slow }: { slow: boolean }): void {
  const judge = openJudge(t)
  const allowed = commandsOf('benign')
    .filter((command) => !NOT_HERE.test(command) && SLOW.test(command) === slow)
    .filter((command) => judge(command, 'yolo') === 'allow')
  t.same(findLeaks(allowed), [])
  t.ok(allowed.length >= (slow ? 3 : 100), `${allowed.length} were run`)
  t.comment(`${allowed.length} were run`)
}
