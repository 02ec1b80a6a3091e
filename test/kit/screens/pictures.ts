import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Headless } from '../headless.js'

/** What a terminal shows at one moment, as the lines of a file. */
export type Picture = readonly string[]

/** The pictures of one flow in a text file: a head for each, then its rows. */
export interface PictureFile {
  /** The stored picture; null: there is none. */
  find(head: string): Picture | null
  put(head: string, picture: Picture): void
  save(): void
}

const HEAD = '=== '
/** A row on the screen, one that was scrolled out since the last picture, the place of the caret. */
const ROW = '|'
const ABOVE = '^'
/** Looks a terminal's rows up: a row ends at its last sign. */
const TRAILING = / +$/
/** Parts of names and numbers that differ from run to run, in the same number of columns; they may go on in the next row. */
const RANDOM: readonly [RegExp, (text: string, ...parts: string[]) => string][] = [
  [/(\/tmp\/s-)((?:\w|\n[|^]){1,8})/g, (_, head = '', tail = '') => head + zeros(tail)],
  [/(127\.0\.0\.1:)((?:\d|\n[|^])+)/g, (_, head = '', tail = '') => head + zeros(tail)],
  [/(\bbug-)((?:[-\d]|\n[|^])+)/g, (_, head = '', tail = '') => head + zeros(tail)],
  [/[\d.,]+ [GM]iB\s+(?:[|^]\s*)?free\s[\s\S]{1,40}?\/data\b/g, () => 'N GiB free for DATA'],
  [/(ircoder-pictures-)((?:\w|\n[|^]){6,8})/g, (_, head = '', tail = '') => head + zeros(tail)],
  // Dates of rows, how long a turn took, and since when something is waited for.
  [/\b\d{4}-\d\d-\d\d\b/g, () => '2026-01-01'],
  [/\b\d\d:\d\d\b/g, () => '00:00'],
  [/ *\b\d+(?:\.\d)? s\b/g, () => ' N s'],
  [/\btime \d+(?=\n[|^] *s\b)/g, () => 'time N'],
  // Tokens: they change with each word of the prompt, which no picture is about.
  [/\b[\d.]+k?(\/(?:16|33)k) \d+ %/g, (_, of = '') => `N${of} N %`],
  [/ · \d+ %$/gm, () => ' · N %'],
  [/~\d+ messages/g, () => '~N messages'],
  [/约剩 \d+ 条消息/g, () => '约剩 N 条消息'],
  [/ +[\d,]+ +\d+ % +[█▏]+/g, () => ' N N % █'],
  [/: [\d,]+, \d+ %/g, () => ': N, N %'],
  [/\babout [\d,]+ of/g, () => 'about N of'],
  [/\(\d+(\s*(?:\n[|^])?\s*%\))/g, (_, end = '') => `(N${end}`],
  [/ *~[\d,]+/g, () => ' ~N'],
  [/\(\d+(\s(?:[|^])?)bytes\)/g, (_, space = '') => `(N${space}bytes)`],
  [/\b(already:(?:\n[|^]| ))[\d,]+/g, (_, head = '') => `${head}N`],
  [
    /\b(Compacted(?:\n[|^]| )from(?:\n[|^]| ))[\d,]+((?:\n[|^]| )to(?:\n[|^]| ))[\d,]+/g,
    (_, from = '', to = '') => `${from}N${to}N`,
  ],
  // The place in a list of commands.
  [/\(\d+\/\d+\)/g, () => '(N/N)'],
]

function zeros(text: string): string {
  return text.replace(/\w/g, '0')
}

/** A picture, and how many rows are above the screen. */
export interface Taken {
  picture: Picture
  above: number
}

/** The rows before the first one that matches; all of them without a pattern. */
export function cutAt({ picture, above }: Taken, until: RegExp | undefined): Taken {
  const at = until === undefined ? -1 : picture.findIndex((row) => until.test(row.slice(1)))
  return { picture: at === -1 ? picture : picture.slice(0, at), above }
}

/**
 * Takes a picture: rows that scrolled out since the last one, the rows on the screen, the caret.
 * @param seen      rows of the scrollback that an earlier picture has
 * @param isStyled  the rows on the screen have their styles, as `‹bold›text‹›`
 */
export async function takePicture(
  screen: Headless,
  seen: number,
  isStyled = false,
): Promise<Taken> {
  const { rows, cursor } = await screen.look()
  const all = await screen.everything()
  const above = all.length - rows.length
  const scrolled = all.slice(Math.min(seen, above), above)
  const caret = `caret ${cursor.column},${cursor.row}${screen.modes().has('25') ? '' : ' hidden'}`
  const shown = [
    ...scrolled.map((row) => ABOVE + row.replace(TRAILING, '')),
    ...(isStyled ? await screen.styled() : rows).map((row) => ROW + row.replace(TRAILING, '')),
  ]
  return { picture: [...steady(shown.join('\n')).split('\n'), caret], above }
}

function steady(rows: string): string {
  return RANDOM.reduce((shown, [pattern, by]) => shown.replace(pattern, by), rows)
}

/** Opens the file of a flow; a missing one has no picture. */
export function openPictures(path: string): PictureFile {
  const pictures = new Map<string, Picture>()
  let head = ''
  let rows: string[] = []
  for (const line of [...read(path).split('\n'), HEAD]) {
    if (line.startsWith(HEAD)) {
      if (head !== '') pictures.set(head, rows)
      head = line.slice(HEAD.length)
      rows = []
    } else if (line !== '') rows.push(line)
  }
  return {
    find: (name) => pictures.get(name) ?? null,
    put: (name, picture) => void pictures.set(name, picture),
    save() {
      mkdirSync(dirname(path), { recursive: true })
      const parts = [...pictures].map(([name, lines]) => `${HEAD}${name}\n${lines.join('\n')}\n`)
      writeFileSync(path, parts.join('\n'))
    },
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
