import t from 'tap'
import { endOf, type TaskResult } from '#core'

const RESULT: TaskResult = {
  ...{ taskId: 't1', subtype: 'denied', proven: false, text: '', cites: [], changes: [] },
  ...{ status: 'denied', steps: 1, usage: {}, durationMs: 1 },
} as unknown as TaskResult

function hintFor(command: string, resumeCommand = 'aircoder resume t1'): string {
  const flag = ['--allow', `run_command:${command}`] as const
  return endOf({ ...RESULT, refused: [{ what: command, flag }], resumeCommand }).hint
}

t.test('a flag of this run that only begins like the missing one hides it not', async (t) => {
  const given = 'aircoder resume t1 --allow run_command:make-all --deny x'
  t.match(
    hintFor('make', given),
    'Not allowed: `make`. Pass --allow run_command:make, then resume.',
  )
  for (const end of ['', ' --deny x'])
    t.match(
      hintFor('make', `aircoder resume t1 --allow run_command:make${end}`),
      'Pass --allow TOOL:GLOB',
    )
})

t.test(
  'what was refused is named as it was, whatever the hints have for a placeholder',
  async (t) => {
    const command = 'just {task} aircoder resume {task}'
    const hint = hintFor(command)
    t.match(
      hint,
      `Not allowed: \`${command}\`. Pass --allow 'run_command:${command}', then resume.`,
    )
    t.match(hint, '`aircoder resume t1` continues')
  },
)
