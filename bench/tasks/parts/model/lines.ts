/** One visible line, and where it comes from as far as the text says so. */
export interface Line {
  text: string
  path: string | null
  number: number | null
  /** Index of its message. */
  at: number
  /** `edit`: a line of a difference or of the log that names an edit. */
  kind: 'text' | 'edit'
}

const FILE = String.raw`[\w@./-]*[\w-]\.[a-z]{1,5}`
const RANGE = new RegExp(
  `^(?:\\[e\\d+\\] )?(?:--- )?(?:e\\d+ )?(${FILE}),? \\(?lines? (\\d+)(?:-(\\d+))?`,
)
const TITLE = new RegExp(`^(?:--- (?:e\\d+ )?)?(${FILE})(?: \\(.*\\)|:)?$`)
const HIT = new RegExp(`^(${FILE}):(\\d+)(?::\\d+)?[:-] ?(.*)$`)
const NUMBERED = /^ *(\d+)(?:[:|-]|\t) ?(.*)$/
/** A line that says what an edit did: `edit_applied src/a.mjs: +1 -1 …`, or `e5 src/a.mjs: +the new line`. */
const EDITED = new RegExp(
  `(?:edit\\w*|patched|changed|replaced|created|written)\\b.*?(${FILE})`,
  'i',
)
const ADDED = new RegExp(`^(?:- )?(?:e\\d+ )?(${FILE}): [+]`)
/** A line that names several edited files: it is read for each of them. */
const EDITED_FILES = new RegExp(`^[Ee]dited (?:before: )?(${FILE}(?:, ${FILE})+)`)

/** Splits a message into lines. A heading such as `src/a.mjs lines 1-40 of 90` gives the next lines their place. */
export function linesOf(content: string, at: number, called: string | null): Line[] {
  const lines: Line[] = []
  let path = called
  let next: number | null = null
  for (const raw of content.split('\n')) {
    const text = raw.replace(/^\[e\d+(?: e\d+)*\] /, '')
    const range = RANGE.exec(text)
    const title = range === null ? TITLE.exec(text.trim()) : null
    if (range !== null || title !== null) {
      path = (range ?? title)?.[1]?.replace(/^\.\//, '') ?? path
      next = range === null ? (/\(current text\)|is now/.test(text) ? 1 : null) : Number(range[2])
      continue
    }
    if (/^(?:--- |Evidence:|Done so far|Current state)/.test(text)) {
      path = null
      next = null
    }
    const hit = HIT.exec(text)
    if (hit !== null) {
      lines.push({
        text: hit[3] ?? '',
        path: hit[1] ?? null,
        number: Number(hit[2]),
        at,
        kind: 'text',
      })
      continue
    }
    const several = EDITED_FILES.exec(text)?.[1]?.split(', ') ?? []
    if (several.length > 0) {
      for (const one of several) lines.push({ text, path: one, number: null, at, kind: 'edit' })
      continue
    }
    const edit = ADDED.exec(text) ?? EDITED.exec(text)
    if (edit !== null) {
      lines.push({ text, path: edit[1] ?? null, number: null, at, kind: 'edit' })
      continue
    }
    const numbered = next === null ? NUMBERED.exec(text) : null
    if (numbered !== null)
      lines.push({ text: numbered[2] ?? '', path, number: Number(numbered[1]), at, kind: 'text' })
    else lines.push({ text, path, number: next, at, kind: 'text' })
    if (next !== null && !text.startsWith('… ')) next += 1
    else next = null
  }
  return lines
}
