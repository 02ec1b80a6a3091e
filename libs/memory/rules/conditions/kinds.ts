import { PARTS } from './parts.js'
import { WORK } from './work.js'

/** A kind of work, ready to be compared. */
export interface Kind {
  says: RegExp
  task: readonly RegExp[]
  files?: RegExp
  byFiles?: true
}

/** "Go files", not "go to"; "C++" has no letter at its end. */
const NAMES: readonly Kind[] = [
  {
    says: /\bgo\b(?! (?:to|in|into|through|back|on)\b)/iu,
    task: [/\bgolang\b/iu],
    files: /\.go$/u,
    byFiles: true,
  },
  { says: /\bc\+\+/iu, task: [/\bc\+\+/iu], files: /\.(?:cc|cpp|cxx|hpp|hh|h)$/u, byFiles: true },
]

/** A shorter word may be within another one by chance. */
const COMPOUND_CHARS = 8

/** Every kind of work that the program knows. */
export const KINDS: readonly Kind[] = [
  ...[...WORK, ...PARTS].map(({ says, task = '', han, hanTask = '', form, files, byFiles }) => ({
    says: wordsOf(says, han),
    task: [wordsOf(`${says} ${task}`, `${han} ${hanTask}`), ...(form ? [form] : [])],
    ...(files && { files }),
    ...(byFiles && { byFiles }),
  })),
  ...NAMES,
]

/** A text without accents, as the lists are compared. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function wordsOf(text: string, han: string): RegExp {
  const begins = withoutAccents(text).split(' ').filter(Boolean)
  const parts = begins.map((word) => {
    const plain = word.replace(/\.$/, '').replaceAll('_', ' ')
    const ended = word.endsWith('.') ? `${plain}(?![\\p{L}\\p{N}])` : plain
    // `Datenbankmigration` is a migration.
    return plain.length >= COMPOUND_CHARS ? `\\p{L}{0,20}${ended}` : ended
  })
  const latin = String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})`
  return new RegExp([latin, ...han.split(' ').filter(Boolean)].join('|'), 'iu')
}
