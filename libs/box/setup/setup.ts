import { AircoderError } from '#core'
import { findEngine, resolveProxySettings } from '#relay'
import { checkProgram, makeFolders, makeUnit, makeUser } from './host_steps.js'
import { makeModel } from './model_step.js'
import { makeFirstToken, makeSettings } from './settings_step.js'
import type { SetupTools, SetupWish, StepReport } from './step.js'

/**
 * Prepares a fresh box, so that one command starts the proxy. Each step first checks whether it is done, so that
 * a second run changes nothing. A failed step does not stop the others.
 * @returns false where a step failed
 * @throws  AircoderError SETTINGS_INVALID, before the first step, for a flag that no proxy would accept
 */
export async function setUp(wish: SetupWish, tools: SetupTools): Promise<boolean> {
  const { engine } = resolveProxySettings([{ source: 'flags', values: wish.settings }])
  await findEngine(engine)
  let ok = true
  const steps: [string, () => Promise<StepReport[]> | StepReport[]][] = [
    ['program', () => checkProgram(wish)],
    ['user', () => makeUser(wish, tools)],
    ['folders', () => makeFolders(wish)],
    ['model', () => makeModel(wish, tools)],
    ['settings', () => makeSettings(wish)],
    ['token', () => makeFirstToken(wish, tools)],
    ['unit', () => makeUnit(wish, tools)],
  ]
  for (const [step, act] of steps) {
    for (const report of await attempt(step, act)) {
      if (report.state === 'failed') ok = false
      tools.report(report)
    }
  }
  return ok
}

async function attempt(
  step: string,
  act: () => Promise<StepReport[]> | StepReport[],
): Promise<StepReport[]> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof AircoderError)
      return [{ step, state: 'failed', text: error.message, fix: error.hint }]
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const fix =
      code === 'EACCES' || code === 'EPERM'
        ? 'run it as root (sudo)'
        : 'fix that, then run setup again'
    return [{ step, state: 'failed', text: message, fix }]
  }
}
