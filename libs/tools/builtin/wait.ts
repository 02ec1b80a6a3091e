import { z } from 'zod'
import { LIMITS } from '#core'
import { defineTool } from '../declare/tool.js'

const MOST_SECONDS = LIMITS.waitMs / 1_000

export const wait = defineTool({
  name: 'wait',
  summary: `Wait some seconds, at most ${MOST_SECONDS}.`,
  input: z.object({ seconds: z.number().gt(0) }),
  aliases: {
    names: ['sleep', 'pause', 'delay', 'timer'],
    fields: { seconds: ['duration', 'time', 'secs', 's'] },
  },
  effect: 'plan',
  danger: false,
  evidence: null,
  route: { words: /\bwait\b/i },
  paths: () => [],
  describe: ({ seconds }) => `wait ${Math.min(seconds, MOST_SECONDS)} s`,

  async run({ seconds }, { clock, signal, workspace }) {
    const most = Math.min(seconds, MOST_SECONDS)
    const begunMs = clock.monotonic()
    await clock.sleep(most * 1_000, signal)
    const waited = Math.round((clock.monotonic() - begunMs) / 100) / 10
    if (signal.aborted)
      return { ok: false, text: `interrupted after ${waited} s of ${most} s`, inBackground: true }
    const ids = workspace.background.ids()
    const next = ids.length === 0 ? [] : [`Call read_output for ${ids.join(', ')}.`]
    const cut = most < seconds ? [`${MOST_SECONDS} s is the longest wait of one call.`] : []
    // What it waits for may be outside: the next equal call is no repetition.
    return { ok: true, text: [`Waited ${most} s.`, ...cut, ...next].join(' '), inBackground: true }
  },
})
