import type { KindRow } from './kind_row.js'
import { PARTS } from './parts.js'
import { WORK } from './work.js'

/** A kind of work, ready to be compared with a text in plain letters. */
export interface Kind {
  readonly says: RegExp
  readonly task: RegExp
  /** Read in the text as it was written. */
  form?: RegExp
  files?: RegExp
  byFiles?: true
}

/**
 * A word ends here. Written once a list, not once a word, and without the flag `i`: V8 compiles such a class for a
 * quarter of a millisecond, with the flag for half of one, in each process.
 */
const END = String.raw`(?![\p{L}\p{N}])`

/** "Go files", not "go to"; "C++" has no letter at its end. */
const NAMES: readonly Kind[] = [
  {
    says: /\bgo\b(?! (?:to|in|into|through|back|on)\b)/iu,
    task: /\bgolang\b/iu,
    files: /\.go$/u,
    byFiles: true,
  },
  { says: /\bc\+\+/iu, task: /\bc\+\+/iu, files: /\.(?:cc|cpp|cxx|hpp|hh|h)$/u, byFiles: true },
]

/** A shorter word may be within another one by chance. */
const COMPOUND_CHARS = 8

/** Every kind of work that the program knows. */
export const KINDS: readonly Kind[] = [...[...WORK, ...PARTS].map(kindOf), ...NAMES]

/** Each expression is made when it is first read: a start without rules reads none, and a rule few of the tasks. */
function kindOf({ says, task = '', han, hanTask = '', form, files, byFiles }: KindRow): Kind {
  let saysIt: RegExp | undefined
  let isTask: RegExp | undefined
  return {
    get says() {
      saysIt ??= wordsOf(says, han)
      return saysIt
    },
    get task() {
      isTask ??= wordsOf(`${says} ${task}`, `${han} ${hanTask}`)
      return isTask
    },
    ...(form && { form }),
    ...(files && { files }),
    ...(byFiles && { byFiles }),
  }
}

/** A text in small letters without accents, as the lists are compared. */
export function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function wordsOf(text: string, han: string): RegExp {
  const begins = plainLetters(text).split(' ').filter(Boolean)
  const words = begins.map((word) => ({
    plain: word.replace(/\.$/, '').replaceAll('_', ' '),
    isWhole: word.endsWith('.'),
  }))
  const isLong = ({ plain }: { plain: string }) => plain.length >= COMPOUND_CHARS
  // `Datenbankmigration` is a migration.
  const long = anyOf(words.filter(isLong)).map((any) => String.raw`\p{L}{0,20}${any}`)
  const parts = [...long, ...anyOf(words.filter((word) => !isLong(word)))]
  const latin = String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})`
  return new RegExp([latin, ...han.toLowerCase().split(' ').filter(Boolean)].join('|'), 'u')
}

/** The beginnings and the whole words of a list, each as one group. */
function anyOf(words: readonly { plain: string; isWhole: boolean }[]): string[] {
  const [whole, begun] = [true, false].map((is) =>
    words.filter(({ isWhole }) => isWhole === is).map(({ plain }) => plain),
  )
  return [
    ...(begun?.length ? [`(?:${begun.join('|')})`] : []),
    ...(whole?.length ? [`(?:${whole.join('|')})${END}`] : []),
  ]
}
