import { showControls } from '#core'
import {
  describeArguments,
  describeCall,
  describeResult,
  describeTaskEnd,
  stamp,
} from './describe_parts.js'
import type { StoryPart } from './session_story.js'

/** A session as Markdown. */
export function* toMarkdown(parts: Iterable<StoryPart>): Generator<string> {
  for (const part of parts) yield `${blocksOf(part).join('\n\n')}\n\n`
}

function blocksOf(part: StoryPart): string[] {
  if (part.kind === 'session') {
    const { id, title, model, createdMs } = part.session
    return [
      `# ${line(title)}`,
      `Session \`${id}\` · ${stamp(createdMs)} UTC · model ${line(model)}`,
    ]
  }
  if (part.kind === 'task') return [`## Task`, quote(part.task.text)]
  if (part.kind === 'end') {
    const answer = part.task.endText === '' ? [] : [showControls(part.task.endText)]
    return [...answer, `*${describeTaskEnd(part.task)}*`]
  }
  const { step, text, problem, calls, results } = part.step
  return [
    `### Step ${step}`,
    ...(text.trim() === '' ? [] : [showControls(text.trim())]),
    ...(problem === null ? [] : [`*The reply could not be used: ${line(problem)}*`]),
    ...calls.flatMap((call) => [`**${line(describeCall(call))}**`, fence(describeArguments(call))]),
    ...results.flatMap((result) => [
      `${result.id} · ${result.kind} · ${line(result.subject)}`,
      fence(describeResult(result)),
    ]),
  ]
}

/** A fence is longer than each run of backticks in its text, so that no text ends it. */
function fence(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const marks = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `${marks}\n${text}\n${marks}`
}

function quote(text: string): string {
  return showControls(text)
    .split('\n')
    .map((row) => `> ${row}`)
    .join('\n')
}

/** One line without characters that Markdown or HTML would read. */
function line(text: string): string {
  return showControls(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>#|]/g, '\\$&')
}
