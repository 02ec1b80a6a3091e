import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'

/** A terminal without a window: what is written to it can be read as rows, and keys can be typed. */
export interface Headless {
  /** What the program reads keys from. */
  input: PassThrough & { setRawMode(on: boolean): void }
  /** What the program writes to. */
  output: NodeJS.WritableStream & { columns: number; rows: number }
  type(keys: string): void
  resize(columns: number, rows: number): Promise<void>
  /** The rows that are on the screen, without spaces at their ends and without empty rows at the end. */
  screen(): Promise<string[]>
  /** All rows, with those that were scrolled out at the top. */
  everything(): Promise<string[]>
  /** Column and row on the screen, from 0. */
  cursor(): Promise<{ column: number; row: number }>
  /** The same rows and the cursor, at one moment. */
  look(): Promise<{ rows: string[]; cursor: { column: number; row: number } }>
  /** The rows on the screen with the styles of their characters, as `‹bold 2›text‹›`: 2 is a colour. */
  styled(): Promise<string[]>
  /** Waits until the screen shows this. @returns its rows */
  shows(text: string | RegExp): Promise<string[]>
  /** Bytes that were written so far. */
  written(): number
  isRaw(): boolean
  /** Private modes that are set, by number; `cursor` is 25. */
  modes(): ReadonlySet<string>
}

/** Enough for a loaded machine. */
const LIMIT_MS = 60_000
const ESC = '\x1b'
const MODE = new RegExp(`${ESC}\\[\\?(\\d+)([hl])`, 'g')

export function openHeadless(columns = 80, rows = 24): Headless {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 5_000,
    allowProposedApi: true,
  })
  const changes = new EventEmitter()
  // The caret is shown in a terminal that nobody has hidden it in.
  const modes = new Set<string>(['25'])
  let written = 0
  let isRaw = false
  let pending = Promise.resolve()
  const output = Object.assign(new PassThrough(), { columns, rows })
  output.on('data', (chunk: Buffer) => {
    written += chunk.length
    for (const [, number, set] of chunk.toString('latin1').matchAll(MODE))
      if (set === 'h') modes.add(number ?? '')
      else modes.delete(number ?? '')
    pending = pending.then(() => new Promise<void>((done) => terminal.write(chunk, () => done())))
    void pending.then(() => changes.emit('change'))
  })
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(on: boolean) {
      isRaw = on
    },
  })
  const read = (from: number, to: number) => {
    const buffer = terminal.buffer.active
    const found: string[] = []
    for (let at = from; at < to; at += 1)
      found.push(buffer.getLine(at)?.translateToString(true) ?? '')
    while (found.at(-1) === '') found.pop()
    return found
  }
  const settled = async () => {
    // What was written but not read yet by the stream.
    await new Promise((done) => setImmediate(done))
    await pending
  }
  const self: Headless = {
    input,
    output,
    type: (keys) => void input.write(keys),
    async resize(nextColumns, nextRows) {
      await settled()
      terminal.resize(nextColumns, nextRows)
      Object.assign(output, { columns: nextColumns, rows: nextRows })
      output.emit('resize')
      await settled()
    },
    async screen() {
      await settled()
      const { baseY } = terminal.buffer.active
      return read(baseY, baseY + terminal.rows)
    },
    async everything() {
      await settled()
      return read(0, terminal.buffer.active.length)
    },
    async look() {
      await settled()
      const { baseY, cursorX, cursorY } = terminal.buffer.active
      const cursor = { column: cursorX, row: cursorY }
      return { rows: read(baseY, baseY + terminal.rows), cursor }
    },
    async cursor() {
      await settled()
      const { cursorX, cursorY } = terminal.buffer.active
      return { column: cursorX, row: cursorY }
    },
    async styled() {
      await settled()
      const { baseY } = terminal.buffer.active
      const rows = Array.from({ length: terminal.rows }, (_, at) =>
        styledRow(terminal.buffer.active.getLine(baseY + at)),
      )
      while (rows.at(-1) === '') rows.pop()
      return rows
    },
    async shows(text) {
      const limit = AbortSignal.timeout(LIMIT_MS)
      for (;;) {
        const seen = await self.screen()
        const all = seen.join('\n')
        if (typeof text === 'string' ? all.includes(text) : text.test(all)) return seen
        if (limit.aborted) throw new Error(`does not show ${text}:\n${all}`)
        await new Promise<void>((done) => {
          changes.once('change', () => done())
          limit.addEventListener('abort', () => done(), { once: true })
        })
      }
    },
    written: () => written,
    isRaw: () => isRaw,
    modes: () => modes,
  }
  return self
}

/** A row with marks where the style of its characters changes. */
function styledRow(line: ReturnType<xterm.Terminal['buffer']['active']['getLine']>): string {
  let [text, last] = ['', '']
  for (let at = 0; at < (line?.translateToString(true).length ?? 0); at += 1) {
    const cell = line?.getCell(at)
    if (cell === undefined || cell.getWidth() === 0) continue
    const style = [
      cell.isBold() ? 'bold' : '',
      cell.isDim() ? 'dim' : '',
      cell.isInverse() ? 'inverse' : '',
      cell.isUnderline() ? 'underlined' : '',
      cell.isFgDefault() ? '' : `${cell.getFgColor()}`,
      cell.isBgDefault() ? '' : `on ${cell.getBgColor()}`,
    ]
    const now = style.filter((word) => word !== '').join(' ')
    if (now !== last) text += `‹${now}›`
    text += cell.getChars() || ' '
    last = now
  }
  return last === '' ? text : `${text}‹›`
}
