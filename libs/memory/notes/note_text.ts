import { lineOf, NOTE_TYPES, type Note, type NoteScope, type NoteType } from './note.js'

const FENCE = '---'
const ENTRY = /^([a-z_]+):[ \t]*(.*)$/
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * A note as the text of its file: front matter, then the body.
 * @param about  the lines for a person who opens the file
 */
export function writeNote(note: Note, about = aboutFile(note)): string {
  const { type, description, isRule, source, isConfirmed, confidence, created, replacedBy } = note
  const body = note.body.trim()
  // The same words twice: nobody could tell which of them count.
  const isRepeated = isRule || lineOf(description) === lineOf(firstLine(body))
  const entries: [name: string, value: string][] = [
    ['type', type],
    ...(isRepeated ? [] : [['description', lineOf(description)] as [string, string]]),
    ...(isRule ? [['rule', 'yes'] as [string, string]] : []),
    ['source', source],
    ...(isConfirmed ? [['confirmed', 'yes'] as [string, string]] : []),
    ['confidence', String(confidence)],
    ['created', created],
    ...(replacedBy === null ? [] : [['replaced_by', replacedBy] as [string, string]]),
  ]
  const front = entries.map(([name, value]) => `${name}: ${value}`)
  return [FENCE, ...about, ...front, FENCE, body, ''].join('\n')
}

/** For a person who opens the file: whose words it has, which text counts, and how to change it. */
function aboutFile({ isRule, source, isConfirmed, replacedBy, scope }: Note): string[] {
  const kind = isRule ? 'rule' : 'note'
  const agreed = isConfirmed ? 'the user agreed to it' : 'it counts once the user accepts it'
  const whose =
    source === 'user' ? 'in the words of the user' : `in the words of the model; ${agreed}`
  const holds = replacedBy === null ? '' : ' It was replaced and is not used any more.'
  const trust = scope === 'project' ? ', then run `aircoder trust add`' : ''
  return [
    `# A ${kind} ${whose}.${holds} aircoder, a coding agent, wrote this file and reads it.`,
    `# Only the text below the second --- counts. You may edit it${trust}, or delete the file.`,
  ]
}

/**
 * Reads a file of notes, also one that a person wrote: unknown entries are ignored, and what is missing has a default.
 * @param at  the file's name without `.md`, and the folder's scope
 * @returns   the note, or why it is none
 */
export function readNote(
  text: string,
  { name, scope }: { name: string; scope: NoteScope },
): Note | { reason: string } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  const hasFront = lines[0]?.trim() === FENCE
  const end = hasFront ? lines.findIndex((line, at) => at > 0 && line.trim() === FENCE) : -1
  if (hasFront && end < 0) return { reason: 'its front matter has no second line with ---' }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (body === '') return { reason: 'it has no text' }
  const entries = new Map<string, string>()
  for (const line of hasFront ? lines.slice(1, end) : []) {
    const entry = ENTRY.exec(line.trim())
    if (entry !== null) entries.set(entry[1] ?? '', unquote(entry[2] ?? ''))
    else if (line.trim() !== '' && !/^\s|^#/.test(line))
      return {
        reason: `its front matter has a line that is not "name: value": ${lineOf(line, 40)}`,
      }
  }
  const type = entries.get('type') ?? 'project'
  if (!isType(type))
    return { reason: `its type is "${lineOf(type, 20)}", not ${NOTE_TYPES.join(', ')}` }
  const source = entries.get('source') === 'model' ? 'model' : 'user'
  const isConfirmed = source === 'model' && entries.get('confirmed') === 'yes'
  const given = Number(entries.get('confidence') ?? '1')
  const created = entries.get('created') ?? ''
  const isRule = entries.get('rule') === 'yes' && (source === 'user' || isConfirmed)
  // A person who edits a rule may leave its description as it was: the text counts.
  const described = isRule ? body : entries.get('description') || firstLine(body)
  return {
    name,
    type,
    scope,
    description: lineOf(described),
    source,
    ...(isConfirmed ? { isConfirmed } : {}),
    confidence: given >= 0 && given <= 1 ? given : 1,
    created: DAY.test(created) ? created : '',
    isRule,
    replacedBy: entries.get('replaced_by') || null,
    body,
  }
}

function isType(text: string): text is NoteType {
  return (NOTE_TYPES as readonly string[]).includes(text)
}

function unquote(value: string): string {
  const text = value.trim()
  return /^"(?:[^"\\]|\\.)*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text
}

function firstLine(body: string): string {
  return (body.split('\n')[0] ?? '').replace(/^#+\s*/, '')
}
