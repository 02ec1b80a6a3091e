import { planUndo, type Turn } from '#supervisor'
import type { SlashContext } from '../slash_command.js'

const WHAT = {
  b: { words: ['both', 'b'] },
  c: { words: ['code', 'c'] },
  t: { words: ['conversation', 't', 'talk'] },
  n: { words: ['nothing', 'no', 'n'] },
} as const
const TALK_ONLY = { t: WHAT.t, n: WHAT.n } as const

/** Code and conversation, code, or conversation. */
export type What = 'b' | 'c' | 't'

/**
 * Code can go back only where this turn or a later one changed a file, and where a copy has no edits of its own, which
 * are newer than those of its original.
 */
export async function askWhat(
  turn: Turn,
  { owner, own }: { owner: string; own: string },
  context: SlashContext,
): Promise<What | null> {
  const { ask, wired, print } = context
  const scope = { back: 'step', taskId: turn.taskId, step: 0 } as const
  const { edits } = planUndo(owner, scope, wired.deps)
  const isCovered = owner !== own && planUndo(own, { back: 'turn' }, wired.deps).edits > 0
  if (edits === 0) print('No file was changed since then.\n')
  else if (isCovered)
    print(
      'This copy has newer edits of its own, so the files stay. /undo takes those back first.\n',
    )
  const answer =
    edits === 0 || isCovered
      ? await ask({ prompt: 't = conversation · n = nothing: ', choices: TALK_ONLY })
      : await ask({
          prompt: 'b = code and conversation · c = code · t = conversation · n = nothing: ',
          choices: WHAT,
        })
  return answer === 'n' ? null : answer
}
