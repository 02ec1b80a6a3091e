import { byId, make, redraw, table } from './elements.mjs'
import { counted, duration } from './words.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/** @typedef {import('../page_types.js').PageQueue} PageQueue */
/** @typedef {import('../page_types.js').PageRequest} PageRequest */

/** More of them would not help the reader. */
const MOST_MARKS = 64

const COLUMNS = [
  { title: 'State' },
  { title: 'Model', minor: true },
  { title: 'Class', minor: true },
  { title: 'Place', number: true },
  { title: 'Waited', number: true },
  { title: 'Running for', number: true },
  { title: 'Starts in', number: true },
]
const STATES = { running: 'Running', waiting: 'Waiting', draining: 'Stopping' }
/** Why a waiting request is not yet running. @type {Record<string, string>} */
const REASONS = {
  busy: '',
  loading: 'the model is being loaded',
  swap: 'another model is running',
}

/** @param {PageData} data */
export function drawQueue({ queue }) {
  redraw(byId('queue'), queue, () => [
    slotStrip(queue),
    waitingStrip(queue),
    ...ownRequests(queue.mine),
    make('p', { class: 'others' }, othersText(queue)),
  ])
}

/** @param {PageQueue} queue */
function slotStrip({ mine, others, totals }) {
  const own = mine.filter(({ state }) => state === 'running').length
  const resting = totals.draining
  const free = Math.max(0, totals.slots - own - others.running - resting)
  /** @type {[string, number, string][]} */
  const kinds = [
    ['mine', own, 'yours'],
    ['others', others.running, 'of others'],
    ['resting', resting, 'resting'],
    ['free', free, 'free'],
  ]
  return strip('Slots', kinds)
}

/** @param {PageQueue} queue */
function waitingStrip({ mine, others, totals }) {
  if (totals.waiting === 0) return null
  const own = mine.filter(({ state }) => state === 'waiting')
  return strip(
    'Waiting',
    [
      ['mine', own.length, 'yours'],
      ['others', others.waiting, 'of others'],
    ],
    inTurn(own, totals.waiting),
  )
}

/**
 * All requests in the order of the queue; null when each model has its own line.
 * @param {PageRequest[]} own
 * @param {number} waiting
 */
function inTurn(own, waiting) {
  if (own.some(({ position, of }) => position === null || of !== waiting)) return null
  const places = new Set(own.map(({ position }) => position))
  return Array.from({ length: waiting }, (_, at) => (places.has(at + 1) ? 'mine' : 'others'))
}

/**
 * @param {string} title
 * @param {[string, number, string][]} kinds
 * @param {string[] | null} [order] the kind of each mark; default: by kind
 */
function strip(title, kinds, order = null) {
  const present = kinds.filter(([, count]) => count > 0)
  const byKind = present.flatMap(([kind, count]) =>
    Array.from({ length: Math.min(count, MOST_MARKS) }, () => kind),
  )
  const marks = (order ?? byKind).slice(0, MOST_MARKS).map((kind) => make('i', { class: kind }))
  const legend = present.map(([kind, count, name]) =>
    make(
      'span',
      {},
      make('i', { class: `key ${kind}`, 'aria-hidden': 'true' }),
      `${count} ${name}`,
    ),
  )
  return make(
    'div',
    { class: 'strip' },
    make('h3', {}, title),
    make('div', { class: 'marks', 'aria-hidden': 'true' }, ...marks),
    make('p', { class: 'legend' }, ...legend),
  )
}

/** @param {PageRequest[]} mine */
function ownRequests(mine) {
  if (mine.length === 0)
    return [make('p', { class: 'empty' }, 'You have nothing running or waiting.')]
  const rows = mine.map((request) => {
    const { state, model, position, of, waited_ms, ran_ms, eta_s, reason } = request
    const why = reason === null ? '' : (REASONS[reason] ?? '')
    return [
      make('span', { class: `state ${state}` }, STATES[state]),
      make('span', { class: 'model' }, model),
      request.class,
      position === null ? '' : `${position} of ${of}`,
      duration(waited_ms),
      state === 'waiting' ? '' : duration(ran_ms),
      state !== 'waiting' ? '' : why || startText(eta_s),
    ]
  })
  return [
    make('h3', {}, 'Yours'),
    make(
      'div',
      { class: 'scroll' },
      make('table', {}, ...table('Your running and waiting requests', COLUMNS, rows)),
    ),
  ]
}

/** @param {number | null} seconds */
function startText(seconds) {
  if (seconds === null) return 'not known yet'
  return seconds < 2 ? 'a moment' : `about ${duration(seconds * 1_000)}`
}

/** @param {PageQueue} queue */
function othersText({ others }) {
  if (others.people === 0) return 'No other requests.'
  const classes = Object.entries(others.waiting_by_class)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
  const waiting =
    others.waiting === 0 ? 'none waiting' : `${others.waiting} waiting (${classes.join(', ')})`
  return `Beside you: ${counted(others.people, 'person', 'people')} with ${others.running} running, ${waiting}.`
}
