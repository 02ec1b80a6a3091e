import type { Ledger } from '#ledger'
import { EXPORT_FORMATS, type ExportFormat } from '../flags/read_words.js'
import { storyParts } from './session_story.js'
import { toHtml } from './to_html.js'
import { toJson } from './to_json.js'
import { toMarkdown } from './to_markdown.js'

const WRITERS = { md: toMarkdown, json: toJson, html: toHtml } as const satisfies Record<
  ExportFormat,
  unknown
>

/** A session as text, piece by piece: a long one is never held as a whole. */
export function exportSession(
  ledger: Ledger,
  sessionId: string,
  format: ExportFormat,
): Generator<string> {
  return WRITERS[format](storyParts(ledger, sessionId))
}

/** The format that the name of a file asks for; md for other names. */
export function formatOf(path: string): ExportFormat {
  const end = /\.(\w+)$/.exec(path.toLowerCase())?.[1]
  if (end === 'htm') return 'html'
  return EXPORT_FORMATS.find((format) => format === end) ?? 'md'
}
