import { jsonLine } from '#core'
import type { StoryPart } from './session_story.js'

/** A session as one JSON object: `{"type":"session", …, "tasks":[{…, "steps":[…]}]}`. */
export function* toJson(parts: Iterable<StoryPart>): Generator<string> {
  let [tasks, steps] = [0, 0]
  for (const part of parts) {
    if (part.kind === 'session') {
      const { id, title, model, mode, cwd, parentId, createdMs } = part.session
      const at = new Date(createdMs).toISOString()
      const head = { type: 'session', id, title, model, mode, cwd, parent: parentId, created: at }
      yield `${jsonLine(head).slice(0, -1)},"tasks":[`
    } else if (part.kind === 'task') {
      const { createdMs, isRewound, endText, ...task } = part.task
      const at = {
        created: new Date(createdMs).toISOString(),
        rewound: isRewound,
        end: endText,
        inherited: part.isInherited,
      }
      yield `${tasks === 0 ? '' : ','}\n${jsonLine({ ...task, ...at }).slice(0, -1)},"steps":[`
      tasks += 1
      steps = 0
    } else if (part.kind === 'step') {
      const { taskId: _, step, committedMs, ...row } = part.step
      const at = new Date(committedMs).toISOString()
      yield `${steps === 0 ? '' : ','}\n${jsonLine({ number: step, ...row, committed: at })}`
      steps += 1
    } else yield ']}'
  }
  yield ']}\n'
}
