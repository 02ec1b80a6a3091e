import { z } from 'zod'
import { AircoderError, type Settings, systemClock } from '#core'
import { type ChosenProfile, createScriptModel } from '#model'
import { type Deps, loadParts, nextRequest, requestAt } from '#supervisor'
import { jsonLine, readLines } from '#terminal'
import { openWorkspace } from '#workspace'
import { openEndpoint } from '../endpoint.js'
import { addressesOf } from '../find_model.js'
import { modelFilePath, readModelFile } from '../model_file.js'
import type { Flags } from '../options.js'
import { profileFor, talkIn } from '../profile.js'
import { openPlace, openScratch, type Place } from '../wire.js'
import { answerMicro } from './inspect_micro.js'
import { answerParse } from './inspect_parse.js'
import { answerPatch } from './inspect_patch.js'
import { answerPermit } from './inspect_permit.js'

const PromptQuestion = z.union([
  z.strictObject({ task: z.string().min(1) }),
  z.strictObject({ session: z.string().min(1), step: z.number().int().min(1).optional() }),
])

const VERBS = new Map<string, (asked: unknown, flags: Flags) => Promise<unknown>>([
  ['micro', answerMicro],
  ['parse', answerParse],
  ['patch', answerPatch],
  ['permit', answerPermit],
  ['prompt', answerPrompt],
])

/** `aircoder inspect VERB`: one JSON object a line in, one out, answered before the next is read. */
export async function runInspect(verb: string, flags: Flags): Promise<number> {
  const answer = VERBS.get(verb)
  if (answer === undefined)
    throw new AircoderError('USAGE', {
      reason: `inspect knows ${[...VERBS.keys()].join(', ')}, not ${verb}.`,
    })
  for await (const line of readLines(process.stdin)) {
    if (line.trim() === '') continue
    const answered = await answerLine(async () => answer(JSON.parse(line), flags))
    process.stdout.write(`${jsonLine(answered)}\n`)
  }
  return 0
}

async function answerLine(answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function answerPrompt(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data: question } = PromptQuestion.safeParse(asked)
  if (!success) return { error: 'A question is {"task": TEXT} or {"session": ID, "step"?: N}.' }
  return 'task' in question
    ? await promptOfTask(question.task, flags)
    : await promptOfStep(question.session, question.step, flags)
}

/** The first request that a run of this task would send. Nothing is written to the folder's ledger. */
async function promptOfTask(text: string, flags: Flags): Promise<unknown> {
  const place = openScratch(flags, process.env)
  try {
    const { ledger, cwd, settings } = place
    const { name, windowTokens, profile } = await endpointOf(settings)
    const mode = settings.permissionMode
    const sessionId = ledger.createSession({ cwd, model: name, mode, title: text })
    ledger.updateSession(sessionId, { windowTokens })
    const taskId = ledger.createTask({ sessionId, text, message: null })
    return nextRequest(ledger.view(taskId), await depsFor(place, profile, windowTokens)).request
  } finally {
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
    const task = ledger.tasks().find(({ sessionId }) => sessionId === id)
    const windowTokens = task && ledger.view(task.id).session.windowTokens
    const profile = keptProfile(settings, model)
    return requestAt(id, step, await depsFor(place, profile, windowTokens ?? undefined))
  } finally {
    place.ledger.close()
  }
}

/** Model and window that a run would use; where no endpoint is named and none answers, what the settings say. */
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

/** The profile as it is known without asking the endpoint. */
function keptProfile(settings: Settings, model: string): ChosenProfile {
  const [baseUrl = ''] = addressesOf(settings)
  const file = readModelFile(modelFilePath(settings, { baseUrl, model }))
  const windowTokens = file?.measured?.toldWindow ?? null
  return profileFor(settings, process.env, model, file, { windowTokens, takesTools: null })
}

/** @param windowTokens  which the tools that are offered go by */
async function depsFor(
  { ledger, cwd, settings }: Place,
  profile: ChosenProfile,
  windowTokens?: number,
): Promise<Deps> {
  return {
    ledger,
    model: createScriptModel([]),
    workspace: openWorkspace({ root: cwd, deny: settings.deny, env: process.env }),
    ...(await talkIn(profile, windowTokens)),
    ...(await loadParts()),
    clock: systemClock,
    mode: () => settings.permissionMode,
    allow: settings.allow,
    maxSteps: settings.maxSteps,
    windowTokens: profile.values.windowTokens,
    constrained: settings.constrained,
    testCommand: settings.testCommand,
  }
}
