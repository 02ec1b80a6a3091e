import type { ChatRequest } from '#core'
import { hashText, seeded } from '../random.js'
import type { Answer } from './moves.js'
import { type Skill, type Thought, think } from './policy.js'
import { readWindow } from './see.js'
import { slip } from './slips.js'
import { callOf } from './tools.js'

export interface ModelOptions {
  skill: Skill
  /** Share of replies that misbehave, 0 to 1. */
  rate: number
  seed: number
}

/** Share of the misbehaviour that is forgetting: the model acts as if it saw its task and the last results only. */
const FORGETS = 0.1
const REMEMBERED = 4

/**
 * A limited model: its answer is a function of the text in its window and of the seed. It knows nothing from earlier requests.
 * @param again  how often the same request came before: another sample of it
 */
export function answer(
  request: ChatRequest,
  { skill, rate, seed }: ModelOptions,
  again: number,
): { meant: Thought; answer: Answer } {
  const see = readWindow(request)
  const random = seeded(hashText(`${seed} ${again} ${JSON.stringify(request.messages.slice(1))}`))
  const forgets = random.next() < rate * FORGETS
  const meant = think(
    forgets ? readWindow({ ...request, messages: forgotten(request) }) : see,
    skill,
  )
  const call = callOf(see.tools, meant.move)
  const spoken: Answer =
    call === null
      ? {
          text: meant.move.do === 'say' ? meant.move.text : `I need a tool to ${meant.move.do}.`,
          calls: [],
          finish: 'stop',
          slip: null,
          move: meant.move,
        }
      : {
          text: meant.says,
          calls: [{ name: call.name, raw: JSON.stringify(call.args) }],
          finish: 'tool_calls',
          slip: null,
          move: meant.move,
        }
  const given = slip(spoken, see, { rate, random })
  return { meant, answer: forgets && given.slip === null ? { ...given, slip: 'forgets' } : given }
}

/** The task's own paragraph and the newest messages. */
function forgotten({ messages }: ChatRequest): ChatRequest['messages'] {
  const first = messages.find(({ role }) => role === 'user')
  const [task = ''] = first?.content.split('\n\n') ?? []
  const last = messages.slice(-REMEMBERED).filter((message) => message !== first)
  return first === undefined ? messages : [{ ...first, content: task }, ...last]
}
