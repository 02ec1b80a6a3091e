import t from 'tap'
import {
  type LayerSource,
  LIMITS,
  layerFromEnvironment,
  looseningEntries,
  resolveSettings,
  stepLimit,
} from '#core'

const user = (values: unknown): LayerSource => ({ source: 'user.json', values, trusted: true })
const flags = (values: unknown): LayerSource => ({ source: 'flags', values, trusted: true })
const project = (values: unknown): LayerSource => ({
  source: 'project.json',
  values,
  trusted: false,
})

/** The limits of a question, a run and a session. */
function limits(...layers: LayerSource[]): number[] {
  const settings = resolveSettings(layers)
  return (['question', 'run', 'session'] as const).map((kind) => stepLimit(settings, kind))
}

t.test('row 24: each kind of task can have a limit of its own; others have maxSteps', async (t) => {
  const all = LIMITS.maxSteps
  t.same(limits(), [all, all, all])
  t.same(limits(user({ stepLimits: { question: 30, session: 0 } })), [
    30,
    all,
    Number.POSITIVE_INFINITY,
  ])
  const env = layerFromEnvironment({ AIRCODER_STEP_LIMITS: '{"run": 40}' })
  t.same(limits(user({ maxSteps: 90, stepLimits: { question: 30 } }), user(env)), [30, 40, 90])
  t.same(
    limits(user({ stepLimits: { question: 30 } }), flags({ maxSteps: 7 })),
    [7, 7, 7],
    '--max-steps holds for every kind',
  )
})

t.test('row 24: an untrusted project lowers the limit of a kind and never raises it', async (t) => {
  const own = user({ maxSteps: 50, stepLimits: { session: 0, question: 20 } })
  t.same(limits(own, project({ stepLimits: { question: 90, session: 10, run: 0 } })), [20, 50, 10])
  t.same(limits(own, project({ maxSteps: 30 })), [20, 30, 30])
  t.same(limits(own, project({ maxSteps: 900 })), [20, 50, 900])
  t.same(looseningEntries([own], project({ stepLimits: { question: 5 } })), [])
  t.match(looseningEntries([own], project({ stepLimits: { question: 99 } })), [
    { name: 'stepLimits' },
  ])
})

t.test('row 24: a wrong limit is refused with the right form', async (t) => {
  for (const stepLimits of [{ question: -1 }, { chat: 3 }, 5])
    t.throws(() => resolveSettings([user({ stepLimits })]), {
      code: 'SETTINGS_INVALID',
      message: /stepLimits/,
      hint: /"stepLimits": \{"question": 30\}/,
    })
})
