import { byId, draw, make, redraw } from './elements.mjs'
import { counted, duration, percent, rough, size, whole, windowText } from './words.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/** @typedef {import('../page_types.js').PageLive} PageLive */
/** @typedef {{ name: string, over?: string, value: string, unit?: string, more: string, line?: number[] | null }} Tile */

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const LINE = { width: 100, height: 22 }

/** @param {PageData} data */
export function drawTiles(data) {
  const tiles = [running(data), waiting(data), speed(data), wait(data), reuse(data), images(data)]
  redraw(byId('tiles'), tiles, () => tiles.map(drawTile))
}

/** @param {Tile} tile */
function drawTile({ name, over = '', value, unit = '', more, line = null }) {
  return make(
    'li',
    {},
    make('span', { class: 'name' }, name, make('small', {}, over)),
    make('span', { class: 'value' }, value, make('small', {}, unit)),
    make('span', { class: 'more' }, more),
    line === null ? null : drawLine(line),
  )
}

/** @param {PageData} data @returns {Tile} */
function running({ queue: { mine, totals } }) {
  const own = mine.filter(({ state }) => state === 'running').length
  const resting = totals.draining > 0 ? `, ${totals.draining} resting` : ''
  return {
    name: 'Running',
    value: whole(totals.running),
    unit: ` of ${counted(totals.slots, 'slot')}`,
    more: `${own} yours${resting}`,
  }
}

/** @param {PageData} data @returns {Tile} */
function waiting({ queue: { mine, totals } }) {
  const own = mine.filter(({ state }) => state === 'waiting')
  const first = own.map(({ position }) => position ?? Infinity).sort((a, b) => a - b)[0]
  const place = first === undefined || first === Infinity ? '' : `, the first at place ${first}`
  return { name: 'Waiting', value: whole(totals.waiting), more: `${own.length} yours${place}` }
}

/** @param {PageData} data @returns {Tile} */
function speed({ live: { tokensPerSecond, minutes, windowSeconds } }) {
  const over = minutes.slice(0, -1)
  return {
    name: 'Tokens written',
    over: windowText(windowSeconds),
    value: rough(tokensPerSecond.completion),
    unit: ' /s',
    more: `and ${rough(tokensPerSecond.prompt)} /s read`,
    line: over.some((tokens) => tokens > 0) ? over : null,
  }
}

/** @param {PageData} data @returns {Tile} */
function wait({ live: { waits, windowSeconds } }) {
  const over = windowText(windowSeconds)
  if (waits.p50Ms === null || waits.p95Ms === null)
    return { name: 'Queue wait', over, value: '–', more: 'no request got a slot' }
  return {
    name: 'Queue wait',
    over,
    value: duration(waits.p50Ms),
    unit: ' median',
    more: `95 % within ${duration(waits.p95Ms)}`,
  }
}

/** @param {PageData} data @returns {Tile} */
function reuse({ live: { reuse: share, lostTokens, lostSeconds, windowSeconds } }) {
  const time = lostSeconds > 0 ? `, ${duration(lostSeconds * 1_000)},` : ''
  const again = lostTokens === 0 ? 'nothing' : `${rough(lostTokens)} tokens${time}`
  return {
    name: 'Prompt reuse',
    over: windowText(windowSeconds),
    value: share === null ? '–' : percent(share),
    more: share === null ? 'not reported by the engine' : `${again} read again`,
  }
}

/** @param {PageData} data @returns {Tile} */
function images({ live: { images: sums, startedAt } }) {
  const since = `since ${TIME.format(startedAt)}`
  if (sums.images === 0) return { name: 'Images saved', value: '–', more: `no image ${since}` }
  return {
    name: 'Images saved',
    value: rough(sums.savedTokens),
    unit: ' tokens',
    more: `${counted(sums.images, 'image')} ${since}, ${size(sums.inBytes)} to ${size(sums.outBytes)}`,
  }
}

/** The last half hour. @param {number[]} values */
function drawLine(values) {
  const most = Math.max(...values)
  const step = LINE.width / (values.length - 1)
  const points = values.map(
    (value, at) =>
      `${(at * step).toFixed(1)},${(LINE.height - 2 - (value / most) * (LINE.height - 4)).toFixed(1)}`,
  )
  return draw(
    'svg',
    {
      viewBox: `0 0 ${LINE.width} ${LINE.height}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `Tokens written in each of the last ${values.length} minutes, at most ${whole(most)}`,
    },
    draw('polyline', { points: points.join(' ') }),
  )
}
