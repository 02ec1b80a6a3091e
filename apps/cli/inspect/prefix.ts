import { z } from 'zod'
import { AircoderError } from '#core'
import { loadParts, reportPrefix } from '#supervisor'
import { openWorkspace } from '#workspace'
import { talkIn } from '../endpoint/talk.js'
import type { Flags } from '../flags/flags.js'
import { openPlace } from '../run/place.js'
import { guidesFor } from '../skills/open_guides.js'
import { keptProfile } from './kept_profile.js'

const PrefixQuestion = z.strictObject({ session: z.string().min(1) })

/** What each step of a session's newest task read again: the first place that differs, and the tokens that it costs. */
export async function answerPrefix(asked: unknown, flags: Flags): Promise<unknown> {
  const { success, data: question } = PrefixQuestion.safeParse(asked)
  if (!success) return { error: 'A question is {"session": ID}.' }
  const place = openPlace(flags, process.env)
  if (place === null) throw new AircoderError('NO_SUCH_SESSION', { id: question.session })
  try {
    const { ledger, settings, cwd } = place
    const { id, model } = ledger.session(question.session)
    const profile = keptProfile(settings, model)
    const { registry, sampling, textTools } = await talkIn(
      profile,
      (await guidesFor(flags, cwd)).shelf.all().length > 0,
    )
    const report = reportPrefix(id, {
      ledger,
      registry,
      sampling,
      workspace: openWorkspace({ root: cwd, deny: settings.deny, env: process.env }),
      parts: await loadParts(settings.ablate),
      endpoint: { windowTokens: profile.values.windowTokens, textTools },
    })
    return {
      session: id,
      reuse: report.reuse,
      engine_reuse: report.engineReuse,
      steps: report.steps.map(({ step, promptTokens, newTokens, engineReusedTokens, broken }) => ({
        step,
        prompt_tokens: promptTokens,
        new_tokens: newTokens,
        engine_reused_tokens: engineReusedTokens,
        ...(broken === null
          ? {}
          : {
              broken: {
                place: broken.place,
                lost_tokens: broken.lostTokens,
                read_tokens: broken.readTokens,
              },
            }),
      })),
    }
  } finally {
    place.ledger.close()
  }
}
