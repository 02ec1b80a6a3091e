import { type Area, createArea } from '../../area/area.js'
import { compose } from '../../area/compose.js'
import type { Caret, Size } from '../../area/frame.js'
import { createPrinter } from '../../area/printer.js'
import { PANELS, type PanelName } from '../../keys/bindings.js'

/** What is shown in the place of the prompt. */
export interface Shown {
  rows: readonly string[]
  caret: Caret
  below: readonly string[]
  /** How many of the first rows are a question; 0 if undefined. */
  headRows?: number
}

/** Everything that is on the screen: finished lines, panels, status, prompt and bar. */
export interface Surface {
  print(text: string): void
  panel(name: PanelName, rows: readonly string[] | null): void
  status(text: string | null): void
  bar(row: string | null): void
  /** Draws now. */
  draw(): void
  /** Draws at the next frame: many changes are one write. */
  drawSoon(): void
  resized(): void
  /** What is on the screen is not known: the area begins where the cursor is. */
  forget(): void
  clear(): void
  /** Leaves the area on the screen, with the cursor below it. */
  leave(): void
  /** Nothing is drawn until `resume`. */
  pause(): void
  resume(): void
  /** Prints what is left and removes the area, for good. */
  end(): void
}

export interface SurfaceOptions {
  write(text: string): void
  size(): Size
  /** @param columns  room of a row */
  prompt(columns: number, size: Size): Shown
  /** Rows above the prompt, below the panels. */
  queue(): readonly string[]
  dim(text: string): string
}

/** At most so often the area is drawn, except after a key. */
const FRAME_MS = 16

export function createSurface({ write, size, prompt, queue, dim }: SurfaceOptions): Surface {
  const printer = createPrinter()
  const panels = new Map<PanelName, readonly string[]>()
  let area: Area = createArea(write)
  let status: string | null = null
  let bar: string | null = null
  let isPaused = false
  let timer: NodeJS.Timeout | undefined

  function draw(): void {
    clearTimeout(timer)
    timer = undefined
    if (isPaused) return
    const now = size()
    const columns = Math.max(1, now.columns - 1)
    const shown = prompt(columns, now)
    const sections = {
      panels: [
        printer.tail(columns),
        ...PANELS.map((name) => panels.get(name) ?? []),
        queue().map(dim),
      ],
      status: status === null ? null : dim(status),
      prompt: shown,
      below: shown.below,
      bar,
    }
    area.paint(compose(sections, now), printer.take(now.columns))
    // Keys are read before the next chunk.
    if (printer.hasMore()) timer = setTimeout(draw)
  }
  const drawSoon = () => {
    timer ??= setTimeout(draw, FRAME_MS)
  }

  return {
    print(text) {
      printer.add(text)
      drawSoon()
    },
    panel(name, rows) {
      if (rows === null || rows.length === 0) panels.delete(name)
      else panels.set(name, rows)
      drawSoon()
    },
    status(text) {
      if (status === text) return
      status = text
      drawSoon()
    },
    bar(row) {
      if (bar === row) return
      bar = row
      drawSoon()
    },
    draw,
    drawSoon,
    resized() {
      if (!isPaused) area.resized(size().columns)
    },
    forget() {
      area = createArea(write)
    },
    clear: () => area.clear(),
    leave: () => area.leave(),
    pause() {
      isPaused = true
      area.remove()
    },
    resume() {
      isPaused = false
      draw()
    },
    end() {
      clearTimeout(timer)
      area.remove()
      isPaused = true
      write(printer.rest(size().columns).replace(/\r?\n/g, '\r\n'))
    },
  }
}
