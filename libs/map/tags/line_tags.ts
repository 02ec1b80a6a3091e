import type { Language } from '../language/language.js'
import { signatureAt, type Tag } from './tag.js'

const MOST_LINE = 400

/** Definitions by the shape of single lines. A definition ends where the next one begins. */
export function lineTags(language: Language, text: string): Tag[] {
  const lines = text.split('\n')
  const tags: Tag[] = []
  lines.forEach((line, row) => {
    if (line.length > MOST_LINE) return
    for (const { kind, shape } of language.shapes ?? []) {
      const name = shape.exec(line)?.[1]
      if (name === undefined) continue
      const last = tags.at(-1)
      if (last !== undefined) last.end = row
      tags.push({ name, kind, line: row + 1, end: lines.length, text: signatureAt(lines, row) })
      return
    }
  })
  return tags
}
