// The token is kept in this tab only: never in the address, never on disk after the tab is closed.

import { byId, say } from './elements.mjs'

const KEY = 'aircoder-token'
/** If the browser denies storage, the token is kept as long as the page is open. */
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

/** Shows the form. @param {string | null} error why the last token was refused */
export function askForToken(error) {
  byId('board').hidden = true
  byId('door').hidden = false
  say(byId('door-error'), error)
  const input = /** @type {HTMLInputElement} */ (byId('token'))
  if (error !== null) input.setAttribute('aria-invalid', 'true')
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
    // A person may paste the whole header instead of the token.
    const token = input.value.trim().replace(/^Bearer\s+/i, '')
    input.value = ''
    // A header allows only these characters; the proxy's own tokens have no others.
    if (!/^[\x21-\x7e]+$/.test(token))
      return askForToken('Invalid token: it has spaces or unsupported characters.')
    keepToken(token)
    then()
  })
}
