import {
  describeArguments,
  describeCall,
  describeResult,
  describeTaskEnd,
  stamp,
} from './describe_parts.js'
import type { StoryPart } from './session_story.js'

/** What an export for people shows, from top to bottom. A format says how each kind looks. */
export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'about'; id: string; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'step'; text: string }
  /** Words of the person, and of the model. */
  | { kind: 'asked' | 'said'; text: string }
  | { kind: 'note'; text: string }
  /** A call or a result: one line, and what belongs to it. */
  | { kind: 'call' | 'result'; line: string; text: string }

/** The blocks of one part of a session. */
export function blocksOf(part: StoryPart): Block[] {
  if (part.kind === 'session') {
    const { id, title, model, createdMs } = part.session
    const about = `${stamp(createdMs)} UTC · model ${model}`
    return [
      { kind: 'title', text: title.replace(/\s+/g, ' ') },
      { kind: 'about', id, text: about },
    ]
  }
  if (part.kind === 'task')
    return [
      { kind: 'heading', text: part.isInherited ? 'Task of the original' : 'Task' },
      { kind: 'asked', text: part.task.text },
    ]
  if (part.kind === 'end')
    return [...said(part.task.endText), { kind: 'note', text: describeTaskEnd(part.task) }]
  const { step, text, problem, calls, results } = part.step
  return [
    { kind: 'step', text: `Step ${step}` },
    ...said(text.trim()),
    ...(problem === null ? [] : [note(`The reply could not be used: ${problem}`)]),
    ...calls.map((call) => ({
      kind: 'call' as const,
      line: describeCall(call),
      text: describeArguments(call),
    })),
    ...results.map((result) => ({
      kind: 'result' as const,
      line: `${result.id} · ${result.kind} · ${result.subject}`,
      text: describeResult(result),
    })),
  ]
}

function said(text: string): Block[] {
  return text === '' ? [] : [{ kind: 'said', text }]
}

function note(text: string): Block {
  return { kind: 'note', text }
}
