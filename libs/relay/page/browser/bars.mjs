import { draw, make } from './elements.mjs'

/** @typedef {{ hour: number, parts: number[], text: string }} Bar parts: yours, of others, of all */
/** @typedef {{ title: string, sum: string, bars: Bar[], label: (value: number) => string, top?: number }} Plot */

const WIDTH = 340
const HEIGHT = 128
/** Room for the numbers of the scale. */
const LEFT = 40
const BASE = HEIGHT - 18
const TOP = 8
const KINDS = ['mine', 'others', 'all']
/** An hour on the axis gets its name this often. */
const EVERY_HOURS = 6
/** Half of the width of such a mark. */
const HALF_MARK = 18
/** Tops of a scale whose half is a short number too. */
const ROUND = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10]

/** One bar for each hour, in parts. @param {Plot} plot */
export function drawBars({ title, sum, bars, label, top = 0 }) {
  const sums = bars.map(({ parts }) => parts.reduce((all, part) => all + part, 0))
  const most = Math.max(...sums)
  const highest = niceTop(Math.max(most, top))
  const width = (WIDTH - LEFT) / bars.length
  const busiest = bars[sums.indexOf(most)]
  const picture = draw(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${title} by hour. Most: ${busiest?.text ?? 'none'}.`,
    },
    ...gridValues(highest, label).flatMap((value) => gridLine(value, highest, label)),
    ...bars.map((bar, at) =>
      drawBar(bar, LEFT + at * width, width, highest, at === bars.length - 1),
    ),
    ...bars.map((bar, at) => hourMark(bar, LEFT + at * width + width / 2)),
    draw('line', { class: 'axis', x1: LEFT, x2: WIDTH, y1: BASE, y2: BASE }),
  )
  const caption = make(
    'figcaption',
    {},
    make('strong', {}, title),
    make('span', { class: 'small' }, sum),
  )
  return make('figure', {}, caption, picture)
}

/**
 * @param {Bar} bar
 * @param {number} x
 * @param {number} width
 * @param {number} highest
 * @param {boolean} unfinished
 */
function drawBar({ parts, text }, x, width, highest, unfinished) {
  let y = BASE
  const pieces = parts.map((part, at) => {
    const height = Math.min((part / highest) * (BASE - TOP), y - 2)
    if (height <= 0) return null
    y -= height
    return draw('rect', { class: KINDS[at] ?? '', x: x + 1, y, width: width - 2, height, rx: 1 })
  })
  const whole = draw('rect', { class: 'touch', x, y: TOP, width, height: BASE - TOP })
  const name = unfinished ? `${text} (so far)` : text
  return draw(
    'g',
    { class: unfinished ? 'so-far' : null },
    draw('title', {}, name),
    ...pieces,
    whole,
  )
}

/** The half has no line where its label would be that of the top, as of 1 ms. @param {number} highest @param {(value: number) => string} label */
function gridValues(highest, label) {
  const half = highest / 2
  return label(half) === label(highest) ? [highest] : [highest, half]
}

/** @param {number} value @param {number} highest @param {(value: number) => string} label */
function gridLine(value, highest, label) {
  const y = BASE - (value / highest) * (BASE - TOP)
  return [
    draw('line', { class: 'grid', x1: LEFT, x2: WIDTH, y1: y, y2: y }),
    draw('text', { x: LEFT - 6, y: y + 3.5, 'text-anchor': 'end' }, label(value)),
  ]
}

/** @param {Bar} bar @param {number} x */
function hourMark({ hour }, x) {
  if (hour % EVERY_HOURS !== 0) return null
  // At the edge half of the word would be cut off.
  const place = x > WIDTH - HALF_MARK ? { x: WIDTH, anchor: 'end' } : { x, anchor: 'middle' }
  return draw(
    'text',
    { x: place.x, y: HEIGHT - 4, 'text-anchor': place.anchor },
    `${String(hour).padStart(2, '0')}:00`,
  )
}

/** The next round number. @param {number} value */
function niceTop(value) {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return ROUND.map((step) => step * unit).find((step) => step >= value * 0.999) ?? value
}
