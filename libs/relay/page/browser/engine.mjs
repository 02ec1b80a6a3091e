import { byId, make, redraw } from './elements.mjs'
import { counted, size, whole, windowText } from './words.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/** @typedef {import('../page_types.js').PageModel} PageModel */

/** @param {PageData} data */
export function drawEngine({ engine, live: { requests, windowSeconds } }) {
  redraw(byId('engine'), [engine, requests], () => [
    engine.error === null ? null : make('p', { class: 'error' }, engine.error),
    engine.models.length === 0
      ? make(
          'p',
          { class: 'empty' },
          engine.error === null
            ? 'It has no model that you may use.'
            : 'Its models are unknown until it answers.',
        )
      : make('ul', { class: 'models' }, ...inOrder(engine.models).map(modelItem)),
    make('p', { class: 'others' }, `Last ${windowText(windowSeconds)}: ${endsText(requests)}.`),
  ])
}

/** @param {PageData['live']['requests']} requests */
function endsText({ ok, failed, cancelled, refused }) {
  /** @type {[number, string][]} */
  const others = [
    [failed, 'failed'],
    [cancelled, 'cancelled'],
    [refused, 'refused'],
  ]
  const seen = others.filter(([count]) => count > 0).map(([count, how]) => `${whole(count)} ${how}`)
  return [`${whole(ok)} answered`, ...seen].join(', ')
}

/** Those in memory first. @param {PageModel[]} models */
function inOrder(models) {
  return [...models].sort((a, b) => Number(b.loaded === true) - Number(a.loaded === true))
}

/** @param {PageModel} model */
function modelItem({ id, windowTokens, loaded, tools, vision, slots, memory }) {
  const state = loaded === null ? null : loaded ? 'loaded' : 'not loaded'
  const can = [tools ? 'tools' : null, vision ? 'images' : null].filter((word) => word !== null)
  const facts = [
    windowTokens === null ? 'window not reported' : `window ${whole(windowTokens)} tokens`,
    counted(slots, 'slot'),
    ...can,
    ...(memory === null ? [] : [memoryText(memory)]),
  ]
  return make(
    'li',
    {},
    make('span', { class: 'model' }, id),
    state === null ? null : make('span', { class: loaded ? 'tag on' : 'tag' }, state),
    make('span', { class: 'small' }, facts.join(' · ')),
  )
}

/**
 * A model that is partly in host memory is slow, so both numbers are shown.
 * @param {NonNullable<PageModel['memory']>} memory
 */
function memoryText({ bytes, onCardBytes }) {
  if (onCardBytes >= bytes) return `${size(bytes)} on the card`
  return `${size(onCardBytes)} of ${size(bytes)} on the card`
}
