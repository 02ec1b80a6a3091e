// The token lives in this tab alone: never in the address, never on the disk beyond the tab's life.

import { byId, say } from './elements.mjs'

const KEY = 'aircoder-token'
/** Where the browser forbids the storage, the token lives as long as the page. */
let kept = /** @type {string | null} */ (null)

/** @returns {string | null} */
export function readToken() {
  try {
    return sessionStorage.getItem(KEY) ?? kept
  } catch {
    return kept
  }
}

/** @param {string | null} token null: forgets it */
export function keepToken(token) {
  kept = token
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // Kept above.
  }
}

/** Shows the form. @param {string | null} fault why the last token did not do */
export function askForToken(fault) {
  byId('board').hidden = true
  byId('door').hidden = false
  say(byId('door-fault'), fault)
  const input = /** @type {HTMLInputElement} */ (byId('token'))
  if (fault !== null) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  input.focus()
}

export function hideForm() {
  byId('door').hidden = true
}

/** @param {() => void} then */
export function onToken(then) {
  byId('door').addEventListener('submit', (event) => {
    event.preventDefault()
    const input = /** @type {HTMLInputElement} */ (byId('token'))
    // Whoever copies a whole header means its token.
    const token = input.value.trim().replace(/^Bearer\s+/i, '')
    input.value = ''
    // A header holds nothing else; the proxy's own tokens are of these letters.
    if (!/^[\x21-\x7e]+$/.test(token))
      return askForToken('That cannot be a token: it has spaces or odd letters.')
    keepToken(token)
    then()
  })
}
