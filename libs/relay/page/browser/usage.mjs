import { drawBars } from './bars.mjs'
import { byId, make, redraw, table } from './elements.mjs'
import { counted, duration, hourName, percent, rough, whole } from './words.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/** @typedef {import('../page_types.js').PageHour} PageHour */
/** @typedef {import('../page_types.js').PageCounts} PageCounts */

const HOUR_MS = 3_600_000
const COLUMNS = [
  'Hour',
  'Requests',
  'yours',
  'Tokens read',
  'Tokens written',
  'yours',
  'Mean wait',
  'Slots in use',
].map((title, at) => ({ title, number: at > 0 }))

/** @param {PageData} data */
export function drawUsage({ usage }) {
  redraw(byId('plots'), usage, () => {
    const { hours, kept, slots } = usage
    const requests = sum(hours, ({ all }) => all.requests)
    const note = kept
      ? `${counted(requests, 'request')}, by the hour in which they ended; the proxy's clock. The last bar's hour is not over.`
      : `${counted(requests, 'request')} since the proxy started: it keeps no records here. By the hour in which they ended.`
    byId('usage-note').textContent = note
    byId('usage-table').replaceChildren(...asTable(hours, slots))
    if (requests === 0)
      return [
        make(
          'p',
          { class: 'empty' },
          'Nothing has happened yet. The first request that ends is drawn here.',
        ),
      ]
    return [writtenPlot(hours), waitPlot(hours), loadPlot(hours, slots), legend()]
  })
}

function legend() {
  /** @type {[string, string][]} */
  const kinds = [
    ['mine', 'yours'],
    ['others', 'of others'],
    ['all', 'of all together'],
  ]
  const keys = kinds.map(([kind, name]) =>
    make('span', {}, make('i', { class: `key ${kind}`, 'aria-hidden': 'true' }), name),
  )
  return make('p', { class: 'legend' }, ...keys)
}

/** @param {PageHour[]} hours */
function writtenPlot(hours) {
  return drawBars({
    title: 'Tokens written',
    sum: `${rough(sum(hours, ({ all }) => all.completionTokens))}, yours ${rough(sum(hours, ({ mine }) => mine.completionTokens))}`,
    label: rough,
    bars: hours.map(({ hour, all, mine }) => ({
      hour,
      parts: [mine.completionTokens, all.completionTokens - mine.completionTokens],
      text: `${hourName(hour)}: ${whole(all.completionTokens)} tokens, yours ${whole(mine.completionTokens)}`,
    })),
  })
}

/** @param {PageHour[]} hours */
function waitPlot(hours) {
  const mean = sum(hours, ({ all }) => all.queueMs) / sum(hours, ({ all }) => all.requests)
  return drawBars({
    title: 'Mean wait for a slot',
    sum: duration(mean),
    label: duration,
    bars: hours.map(({ hour, all }) => ({
      hour,
      parts: [0, 0, meanWait(all)],
      text: `${hourName(hour)}: ${all.requests === 0 ? 'no request' : duration(meanWait(all))}`,
    })),
  })
}

/** @param {PageHour[]} hours @param {number} slots */
function loadPlot(hours, slots) {
  return drawBars({
    title: 'Slots in use',
    sum: percent(sum(hours, ({ all }) => all.engineMs) / (slots * HOUR_MS * hours.length)),
    label: percent,
    top: 1,
    bars: hours.map(({ hour, all, mine }) => ({
      hour,
      // A long answer is counted in the hour in which it ends: the sum may exceed the hour.
      parts: [share(mine, slots), share(all, slots) - share(mine, slots)],
      text: `${hourName(hour)}: ${percent(share(all, slots))}, yours ${percent(share(mine, slots))}`,
    })),
  })
}

/** @param {PageHour[]} hours @param {number} slots */
function asTable(hours, slots) {
  const rows = hours.map(({ hour, all, mine }) => [
    hourName(hour),
    whole(all.requests),
    whole(mine.requests),
    whole(all.promptTokens),
    whole(all.completionTokens),
    whole(mine.completionTokens),
    all.requests === 0 ? '' : duration(meanWait(all)),
    percent(share(all, slots)),
  ])
  return table('Usage by hour', COLUMNS, rows)
}

/** @param {PageCounts} counts */
function meanWait({ queueMs, requests }) {
  return requests === 0 ? 0 : queueMs / requests
}

/** @param {PageCounts} counts @param {number} slots */
function share({ engineMs }, slots) {
  return engineMs / (Math.max(1, slots) * HOUR_MS)
}

/** @param {PageHour[]} hours @param {(hour: PageHour) => number} read */
function sum(hours, read) {
  return hours.reduce((all, hour) => all + read(hour), 0)
}
