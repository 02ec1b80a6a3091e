import t from 'tap'
import { CUT_BY_LIMIT, END_TEXTS, endOf, RUN_ENDS, type TaskResult } from '#core'
import { sayChinese } from '../../libs/terminal/chinese/say.js'

type Ended = Parameters<typeof endOf>[0]
const BARRED: NonNullable<TaskResult['refused']> = [
  { what: 'npm test', flag: ['--allow', 'run_command:npm test'] },
]
const CAUSES = [
  ...['unreachable', 'busy', 'failing', 'not_api', 'auth', 'refused', 'window'],
  ...['task_too_long', undefined],
] as (TaskResult['cause'] | undefined)[]
const SUBTYPES = [...new Set(Object.values(RUN_ENDS).map(({ subtype }) => subtype))]
const CHANGE = { path: 'a.js', added: 1, removed: 0 }
const DENIED = 'A permission was missing: a is protected by the deny rule b. No mode allows it.'

/** Every form that the advice of an end can have. */
function* advices(): Generator<{ code: string; advice: string }> {
  // The endpoint ends a run before its tests are judged.
  for (const subtype of SUBTYPES)
    for (const cause of CAUSES)
      for (const text of ['', DENIED, ...Object.values(END_TEXTS)])
        for (const reason of ['', CUT_BY_LIMIT])
          for (const changes of [[], [CHANGE]])
            for (const refused of cause === undefined ? [[], BARRED] : [[]])
              for (const more of [{}, { proofRequired: true }, { reverted: ['a.js'] }]) {
                const facts = { subtype, text, reason, changes, refused, ...more }
                const given: Ended = { ...facts, cause, taskId: 't_1', proven: false }
                yield endOf(given)
              }
}

t.test('the advice after every end is in Chinese, in each form that it can have', async (t) => {
  const left = new Map<string, string>()
  const codes = new Set<string>()
  for (const { code, advice } of advices()) {
    codes.add(code)
    if (isEnglish(sayChinese.part(advice))) left.set(advice, code)
  }
  t.same([...codes].sort(), Object.keys(RUN_ENDS).sort())
  t.same([...left], [])
})

/** Whether three words in a row are left that are no code, no option and no value of one. */
function isEnglish(said: string): boolean {
  return /[a-z]+[,;:]? [a-z]+[,;:]? [a-z]+/i.test(said.replace(/`[^`]*`|--[a-z-]+ '[^']*'/g, ''))
}
