import { resolve } from 'node:path'
import { z } from 'zod'
import { systemClock } from '#core'
import type { Ledger } from '#ledger'
import { openMap, type RepoMap } from '#map'
import { loadParts, lookAtMap, previewContext } from '#supervisor'
import { openWorkspace } from '#workspace'
import { openStored } from '../data/stored_ledger.js'
import { talkIn } from '../endpoint/talk.js'
import type { Flags } from '../flags/flags.js'
import { openMemory } from '../memory/open_memory.js'
import { openScratch, type Place } from '../run/place.js'
import { guidesFor } from '../skills/open_guides.js'
import { keptProfile } from './kept_profile.js'

const ContextQuestion = z.strictObject({
  task: z.string().min(1),
  budget_tokens: z.number().int().min(1).optional(),
  cwd: z.string().min(1).optional(),
})
const MapQuestion = z.strictObject({ task: z.string().min(1), cwd: z.string().min(1).optional() })

/** Nobody waits for a model here, so a large tree may be read to its end. */
const WAIT_MS = 60_000
const DEFAULT_TOKENS = 2_000

/** What the program adds to a task in a first prompt, by section. */
export async function answerContext(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data: question } = ContextQuestion.safeParse(asked)
  if (!success) return { error: 'A question is {"task": TEXT, "budget_tokens"?: N, "cwd"?: DIR}.' }
  return inScratch(flags, question, async (place, map, past) => {
    const { ledger, cwd, settings } = place
    const profile = keptProfile(settings, settings.model ?? 'model')
    const mode = settings.permissionMode
    const sessionId = ledger.createSession({ cwd, model: 'model', mode, title: question.task })
    const view = ledger.view(ledger.createTask({ sessionId, text: question.task, message: null }))
    await map.look(question.task, WAIT_MS)
    const { registry, sampling } = await talkIn(
      profile,
      (await guidesFor(flags, cwd)).shelf.all().length > 0,
    )
    const deps = {
      ledger,
      workspace: openWorkspace({ root: cwd, deny: settings.deny, env: process.env }),
      registry,
      parts: await loadParts(settings.ablate),
      endpoint: { windowTokens: profile.values.windowTokens },
      sampling,
      checks: { testCommand: settings.testCommand },
      map,
      clock: systemClock,
      memory: { ...openMemory(cwd, settings), past },
    }
    await lookAtMap(view, deps)
    const sections = previewContext(view, deps, question.budget_tokens ?? DEFAULT_TOKENS)
    return { sections, tokens: sections.reduce((sum, { tokens }) => sum + tokens, 0) }
  })
}

/** The ranked files for a task; with -v, the place of each file in every list that was fused. */
export async function answerMap(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data: question } = MapQuestion.safeParse(asked)
  if (!success) return { error: 'A question is {"task": TEXT, "cwd"?: DIR}.' }
  return inScratch(flags, question, async (_place, map) => {
    const ranked = await map.rank(question.task, { waitMs: WAIT_MS })
    if (ranked === null) return { error: 'The index could not be made.' }
    const files = ranked.files.map(({ path, places, signatures }) => ({
      path,
      ...(flags.verbose === true ? { places } : {}),
      definitions: signatures.map(({ line, text }) => `${line}: ${text}`),
    }))
    const { total, left, truncated } = ranked
    return { files, total, not_indexed: left, truncated }
  })
}

/** Nothing is written to the folder's own data: ledger and index are temporary. */
async function inScratch(
  flags: Flags,
  { cwd }: { cwd?: string | undefined },
  run: (place: Place, map: RepoMap, past: Ledger) => Promise<unknown>,
): Promise<unknown> {
  const place = openScratch(
    cwd === undefined ? flags : { ...flags, cwd: resolve(cwd) },
    process.env,
  )
  const { root } = openWorkspace({ root: place.cwd, deny: [], env: process.env })
  const { deny } = place.settings
  const map = openMap({ root, deny, env: process.env, cachePath: null })
  const past = openStored(place)
  try {
    return await run(place, map, past ?? place.ledger)
  } finally {
    past?.close()
    await map.close()
    place.dispose()
  }
}
