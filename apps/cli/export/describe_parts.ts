import { countNoun, showControls } from '#core'
import type { StoryPart, StoryTask } from './session_story.js'

type Step = Extract<StoryPart, { kind: 'step' }>['step']
type Call = Step['calls'][number]
type Result = Step['results'][number]

/** Lines of a result that an export for people shows. */
const MOST_LINES = 60

/** Date and time in UTC: `2026-11-26 20:15`. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

/** How a task ended, in a few words. */
export function describeTaskEnd({ status, proven, steps, isRewound }: StoryTask): string {
  const end = status === 'resolved' && !proven ? 'resolved, unproven' : status
  const rewound = isRewound ? ', later taken out of the conversation' : ''
  return `${end} after ${countNoun(steps, 'step')}${rewound}`
}

/** A call in one line, with its outcome. */
export function describeCall({ tool, ok, denied, isOwn }: Call): string {
  const end = denied === null ? (ok ? '' : ' (failed)') : ` (denied: ${denied})`
  return `${tool}${isOwn ? ', by the program' : ''}${end}`
}

/** The arguments of a call as lines of `name: value`; long texts keep their lines. */
export function describeArguments({ arguments: given }: Call): string {
  const lines = Object.entries(given).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
  })
  return showControls(lines.join('\n'))
}

/** The text of a result, with what was left out. */
export function describeResult({ text, bytes, summary }: Result): string {
  if (text === null) return showControls(`${summary}\n(${countNoun(bytes, 'byte')}, no text)`)
  const lines = text.replace(/\n$/, '').split('\n')
  const shown = lines.slice(0, MOST_LINES)
  const isCut = lines.length > MOST_LINES || Buffer.byteLength(text) < bytes
  return showControls([...shown, ...(isCut ? [`… of ${countNoun(bytes, 'byte')}`] : [])].join('\n'))
}
