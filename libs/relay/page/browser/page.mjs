// The page: asks, and passes each answer to the parts that draw it.

import { startAsking } from './ask.mjs'
import { byId, say } from './elements.mjs'
import { drawEngine } from './engine.mjs'
import { drawPrompts } from './prompts.mjs'
import { drawQueue } from './queue.mjs'
import { drawTiles } from './tiles.mjs'
import { askForToken, hideForm, keepToken, onToken, readToken } from './token.mjs'
import { drawUsage } from './usage.mjs'
import { duration } from './words.mjs'

/** @typedef {import('./ask.mjs').Answer} Answer */
/** @typedef {import('../page_types.js').PageData} PageData */

/** Time of the shown data. */
let seenAt = /** @type {number | null} */ (null)

/** @param {'live' | 'away' | 'door' | 'error'} kind @param {string} text */
function setStatus(kind, text) {
  const status = byId('status')
  status.dataset.kind = kind
  say(status, text)
}

/** @param {PageData} data */
function show(data) {
  seenAt = Date.now()
  hideForm()
  byId('board').hidden = false
  byId('board').classList.remove('stale')
  say(byId('notice'), null)
  if (data.engine.error === null) setStatus('live', 'Live')
  else setStatus('error', 'Engine does not answer')
  say(byId('engine-name'), ` on ${data.engine.name}`)
  byId('who').hidden = false
  say(byId('who-name'), data.me.name)
  say(byId('who-class'), data.me.class)
  byId('forget').hidden = readToken() === null
  drawTiles(data)
  drawQueue(data)
  drawEngine(data)
  drawPrompts(data)
  drawUsage(data)
}

/** @param {string} text */
function turnAway(text) {
  const hadToken = readToken() !== null
  keepToken(null)
  seenAt = null
  for (const id of ['who', 'forget']) byId(id).hidden = true
  say(byId('notice'), null)
  setStatus('door', 'Not signed in')
  askForToken(hadToken ? text : null)
}

/** @param {string} text @param {number} nextMs */
function showAway(text, nextMs) {
  setStatus('away', 'Proxy away')
  byId('board').classList.add('stale')
  const since = seenAt === null ? '' : ` What you see is ${duration(Date.now() - seenAt)} old.`
  say(byId('notice'), `${text}${since} The next try is in ${duration(nextMs)}.`)
}

/** @param {Answer} answer */
function take(answer) {
  if (answer.kind === 'data') show(answer.data)
  else if (answer.kind === 'refused') turnAway(answer.text)
  else showAway(answer.text, answer.nextMs)
}

const { again } = startAsking(take)
onToken(again)
byId('forget').addEventListener('click', () => {
  keepToken(null)
  again()
})
again()
