// Asks the proxy again and again: every two seconds, less often while it does not answer, never while the page is hidden.

import { readToken } from './token.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/**
 * @typedef {{ kind: 'data', data: PageData }
 *   | { kind: 'refused', text: string }
 *   | { kind: 'away', text: string, nextMs: number }} Answer
 */

const EVERY_MS = 2_000
const MOST_MS = 30_000
/** A request that takes longer has failed. */
const PATIENCE_MS = 10_000
const NO_ENTRY = 401

/** @param {(answer: Answer) => void} report called with each answer; after `refused` nothing is asked until `again` */
export function startAsking(report) {
  let failures = 0
  let round = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  async function next() {
    clearTimeout(timer)
    round += 1
    const own = round
    const { answer, waitMs } = await askOnce(failures)
    // A newer request was started meanwhile, perhaps with another token.
    if (own !== round) return
    failures = answer.kind === 'data' ? 0 : failures + 1
    report(answer)
    if (answer.kind !== 'refused' && !document.hidden) timer = setTimeout(next, waitMs)
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (!document.hidden) again()
  })
  function again() {
    failures = 0
    void next()
  }
  return { again }
}

/**
 * @param {number} failures
 * @returns {Promise<{ answer: Answer, waitMs: number }>}
 */
async function askOnce(failures) {
  const backoffMs = Math.min(MOST_MS, EVERY_MS * 2 ** failures)
  try {
    if (readToken() === null && (await mustSignIn()))
      return { answer: { kind: 'refused', text: '' }, waitMs: 0 }
    const response = await ask('/v1/page')
    const body = await response.json()
    if (response.ok && body?.object === 'page')
      return { answer: { kind: 'data', data: body }, waitMs: EVERY_MS }
    const said = typeof body?.error?.message === 'string' ? body.error.message : null
    if (response.status === NO_ENTRY)
      return {
        answer: { kind: 'refused', text: said ?? 'The token is missing or invalid.' },
        waitMs: 0,
      }
    const waitMs = Math.max(backoffMs, 1_000 * (Number(response.headers.get('retry-after')) || 0))
    return away(said ?? `It answered with status ${response.status}.`, waitMs)
  } catch {
    return away('The proxy does not answer.', backoffMs)
  }
}

/** @param {string} text @param {number} waitMs */
function away(text, waitMs) {
  return { answer: /** @type {Answer} */ ({ kind: 'away', text, nextMs: waitMs }), waitMs }
}

/** Asked first, because a request without its token would count as a wrong one. */
async function mustSignIn() {
  const response = await ask('/page/door')
  return response.ok && (await response.json())?.token === true
}

/** @param {string} path */
function ask(path) {
  const token = readToken()
  return fetch(path, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}
