import { z } from 'zod'
import { AircoderError, type Settings, systemClock } from '#core'
import type { ChosenProfile } from '#model'
import {
  loadParts,
  lookAround,
  lookAtMap,
  nextRequest,
  type PromptDeps,
  requestAt,
} from '#supervisor'
import { openWorkspace } from '#workspace'
import { openStored } from '../data/stored_ledger.js'
import { openEndpoint } from '../endpoint/open_endpoint.js'
import { talkIn } from '../endpoint/talk.js'
import type { Flags } from '../flags/flags.js'
import { openMemory } from '../memory/open_memory.js'
import { openPlace, openScratch, type Place } from '../run/place.js'
import { openPlaceMap } from '../run/wire.js'
import { guidesFor } from '../skills/open_guides.js'
import { keptProfile } from './kept_profile.js'

/** Longest wait for the map: nobody waits for a model here. */
const WAIT_MS = 30_000

const PromptQuestion = z.union([
  z.strictObject({ task: z.string().min(1) }),
  z.strictObject({ session: z.string().min(1), step: z.number().int().min(1).optional() }),
])

/** The request that a task or a step would send, or sent. */
export async function answerPrompt(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data: question } = PromptQuestion.safeParse(asked)
  if (!success) return { error: 'A question is {"task": TEXT} or {"session": ID, "step"?: N}.' }
  return 'task' in question
    ? await promptOfTask(question.task, flags)
    : await promptOfStep(question.session, question.step, flags)
}

/** The first request that a run of this task would send. The folder's ledger is only read. */
async function promptOfTask(text: string, flags: Flags): Promise<unknown> {
  const place = openScratch(flags, process.env)
  const past = openStored(place)
  const map = openPlaceMap(place, process.env, null)
  try {
    const { ledger, cwd, settings } = place
    const { name, windowTokens, profile } = await endpointOf(settings)
    const mode = settings.permissionMode
    const sessionId = ledger.createSession({ cwd, model: name, mode, title: text })
    ledger.updateSession(sessionId, { windowTokens })
    const view = ledger.view(ledger.createTask({ sessionId, text, message: null }))
    const memory = { ...openMemory(cwd, settings), past: past ?? ledger }
    const deps = { ...(await depsFor(place, profile, flags)), map, memory }
    await map?.look(text, WAIT_MS)
    await lookAtMap(view, deps)
    const { signal } = new AbortController()
    const around = await lookAround(text, deps.workspace, signal, { state: true })
    return nextRequest(view, deps, { around }).request
  } finally {
    past?.close()
    await map?.close()
    place.dispose()
  }
}

/** The request that a step of a session sent, or its next one would send, as the ledger has it. */
async function promptOfStep(
  idPrefix: string,
  step: number | undefined,
  flags: Flags,
): Promise<unknown> {
  const place = openPlace(flags, process.env)
  if (place === null) throw new AircoderError('NO_SUCH_SESSION', { id: idPrefix })
  try {
    const { ledger, settings } = place
    const { id, model } = ledger.session(idPrefix)
    return requestAt(id, step, await depsFor(place, keptProfile(settings, model), flags))
  } finally {
    place.ledger.close()
  }
}

/** Model and window that a run would use. Without an endpoint, those of the settings. */
async function endpointOf(
  settings: Settings,
): Promise<{ name: string; windowTokens: number; profile: ChosenProfile }> {
  try {
    return await openEndpoint(settings, {}, process.env)
  } catch (error) {
    if (settings.baseUrl !== undefined) throw error
    const { model: name = 'model' } = settings
    const profile = keptProfile(settings, name)
    return { name, windowTokens: profile.values.windowTokens, profile }
  }
}

async function depsFor(
  { ledger, cwd, settings }: Place,
  profile: ChosenProfile,
  flags: Flags,
): Promise<PromptDeps> {
  const guides = await guidesFor(flags, cwd)
  const talk = await talkIn(profile, guides.shelf.all().length > 0)
  const { registry, sampling, textTools } = talk
  return {
    ledger,
    guides,
    workspace: openWorkspace({ root: cwd, deny: settings.deny, env: process.env }),
    registry,
    parts: await loadParts(settings.ablate),
    endpoint: { windowTokens: profile.values.windowTokens, textTools },
    sampling: { ...sampling, constrained: settings.constrained },
    checks: { testCommand: settings.testCommand },
    clock: systemClock,
    assembleMode: settings.assemble,
  }
}
