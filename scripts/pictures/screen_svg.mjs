// A terminal's screen as SVG: one rectangle, one text element for each run of cells that look the same.

const COLUMN = 8.4
const ROW = 18
const PAD = 14
const FONT = 'ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace'

/** The sixteen colours, as most terminals with a dark background have them. */
const PALETTE = [
  '#1c1f26',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#c8ccd4',
  '#5c6370',
  '#ef7a85',
  '#a8d58a',
  '#f0d197',
  '#7cc0ff',
  '#d494ea',
  '#6fd0dc',
  '#ffffff',
]
const TEXT = '#c8ccd4'
const BACKGROUND = '#16181d'

/** @param terminal of @xterm/headless. @returns SVG of what is on its screen, without empty rows at the end */
export function screenSvg(terminal, title) {
  const buffer = terminal.buffer.active
  const rows = Array.from({ length: terminal.rows }, (_, at) =>
    runsOf(buffer.getLine(buffer.viewportY + at), terminal.cols),
  )
  while (rows.length > 1 && rows.at(-1).every(({ text, back }) => text.trim() === '' && !back))
    rows.pop()
  const width = Math.ceil(terminal.cols * COLUMN + 2 * PAD)
  const height = Math.ceil(rows.length * ROW + 2 * PAD)
  const body = rows.flatMap((runs, row) => runs.flatMap((run) => drawn(run, row)))
  const caret = `<rect x="${(PAD + buffer.cursorX * COLUMN).toFixed(1)}" y="${PAD + buffer.cursorY * ROW}" width="${COLUMN}" height="${ROW}" fill="${TEXT}" opacity="0.7"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${toXml(title)}">
<title>${toXml(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
<g font-family="${FONT}" font-size="14">
${body.join('\n')}
${caret}
</g>
</svg>
`
}

function runsOf(line, columns) {
  const runs = []
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column)
    const wide = cell.getWidth()
    if (wide === 0) continue
    const look = lookOf(cell)
    const last = runs.at(-1)
    const text = cell.getChars() || ' '
    const isSame = last !== undefined && last.key === look.key && wide === 1 && last.wide === 1
    if (isSame) {
      last.text += text
      last.columns += 1
    } else runs.push({ ...look, text, column, columns: wide, wide })
  }
  return runs
}

function lookOf(cell) {
  let fore = cell.isFgDefault() ? TEXT : color(cell.isFgRGB(), cell.getFgColor())
  let back = cell.isBgDefault() ? null : color(cell.isBgRGB(), cell.getBgColor())
  if (cell.isInverse()) [fore, back] = [back ?? BACKGROUND, fore]
  const look = {
    fore,
    back,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  }
  return { ...look, key: JSON.stringify(look) }
}

function color(isRgb, value) {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`
  if (value < 16) return PALETTE[value]
  if (value >= 232) return grey(8 + 10 * (value - 232))
  const at = value - 16
  const part = (step) => (step === 0 ? 0 : 55 + 40 * step)
  return hex(part(Math.floor(at / 36)), part(Math.floor(at / 6) % 6), part(at % 6))
}

function grey(level) {
  return hex(level, level, level)
}

function hex(...parts) {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function drawn({ text, column, columns, fore, back, bold, dim, italic, underline }, row) {
  const x = (PAD + column * COLUMN).toFixed(1)
  const wide = (columns * COLUMN).toFixed(1)
  const rect =
    back === null
      ? []
      : [`<rect x="${x}" y="${PAD + row * ROW}" width="${wide}" height="${ROW}" fill="${back}"/>`]
  if (text.trim() === '') return rect
  const style = [
    bold ? ' font-weight="bold"' : '',
    italic ? ' font-style="italic"' : '',
    underline ? ' text-decoration="underline"' : '',
    dim ? ' opacity="0.6"' : '',
  ].join('')
  const y = PAD + row * ROW + 13
  // Spaces at the ends would not be drawn, and several in the middle as one.
  const before = text.length - text.trimStart().length
  const shown = text.trim().replaceAll(' ', '\u00a0')
  const left = (PAD + (column + before) * COLUMN).toFixed(1)
  const length = ((columns - (text.length - text.trim().length)) * COLUMN).toFixed(1)
  return [
    ...rect,
    `<text x="${left}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${fore}"${style}>${toXml(shown)}</text>`,
  ]
}

function toXml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
