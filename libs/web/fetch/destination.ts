import { redact } from '#core'
import { addressFlaw, isLinkLocal } from './address.js'
import type { Lookup, WebAccess } from './types.js'

/** Where a request may go: the address is bound to the name, so that asking again can't swap it. */
export interface Destination {
  ok: true
  url: URL
  addresses: { address: string; family: number }[]
}

type Checked = Destination | { ok: false; message: string }

const MAX_URL_CHARS = 4_096
/** Names that never leave the machine or its network, whatever a resolver says. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|home\.arpa|localdomain)$/
const MEND = 'Only the person can open it, by the setting webAllowPrivate.'

/** An address that names nothing closed; where its name leads is not known yet. */
interface Named {
  ok: true
  url: URL
  name: string
  /** The address that the host is by itself; null for a name. */
  literal: string | null
  isAllowed: boolean
}

/**
 * Reads an address and checks what can be told without asking anybody (safety.md 5, SSRF): http and
 * https alone, no name and password in it, no secret, no closed name, no address that is not public.
 */
function readDestination(text: string, access: WebAccess): Named | { ok: false; message: string } {
  if (text.length > MAX_URL_CHARS)
    return fail(`The address has more than ${MAX_URL_CHARS} characters.`)
  if (!URL.canParse(text))
    return fail(`${show(text)} is no address. Send it whole, such as https://example.org/page.`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return fail(
      `${show(url.protocol)} is not fetched: only http and https are. Files are read with read_file.`,
    )
  if (url.username !== '' || url.password !== '')
    return fail('The address holds a name or password. Send it without them.')
  if (holdsSecret(url))
    return fail('The address holds what looks like a secret, so nothing was sent.')
  url.hash = ''
  const name = url.hostname.replace(/\.$/, '').toLowerCase()
  const literal = literalOf(name)
  const isAllowed = isPermitted(url, name, access.allowPrivate)
  if (isAllowed) return { ok: true, url, name, literal, isAllowed }
  if (literal === null && (LOCAL_NAME.test(name) || !name.includes('.')))
    return fail(`${show(name)} is a name of this machine or its network. ${MEND}`)
  const flaw = literal === null ? null : addressFlaw(literal)
  if (flaw !== null) return fail(`${show(name)} leads to ${literal} (${flaw}). ${MEND}`)
  return { ok: true, url, name, literal, isAllowed }
}

/** Why an address may not be contacted, as far as it says so itself; null: its name decides, when it is resolved. */
export function closedAddress(text: string, access: WebAccess): string | null {
  const read = readDestination(text, access)
  return read.ok ? null : read.message
}

/** Reads an address and checks every place that its name leads to. */
export async function findDestination(text: string, access: WebAccess): Promise<Checked> {
  const read = readDestination(text, access)
  if (!read.ok) return read
  const { url, name, literal, isAllowed } = read
  const addresses = await resolveAll(name, literal, access.lookup ?? systemLookup)
  if (addresses.length === 0)
    return fail(`No address is known for ${show(name)}. Check the spelling.`)
  for (const { address } of addresses) {
    const flaw = addressFlaw(address)
    // A name that was allowed may still not be turned into the place of a cloud's credentials.
    const isOpen = isAllowed && (literal !== null || !isLinkLocal(address))
    if (flaw !== null && !isOpen)
      return fail(`${show(name)} leads to ${address} (${flaw}). ${MEND}`)
  }
  return { ok: true, url, addresses }
}

/** The address that a host names by itself; null for a name. */
function literalOf(name: string): string | null {
  if (name.startsWith('[')) return name.slice(1, -1)
  return /^\d+\.\d+\.\d+\.\d+$/.test(name) ? name : null
}

function isPermitted(url: URL, name: string, allowed: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return allowed.some((entry) => {
    const each = entry.toLowerCase()
    return each === name || each === `${name}:${port}`
  })
}

async function resolveAll(name: string, literal: string | null, lookup: Lookup) {
  if (literal !== null) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
  try {
    return await lookup(name)
  } catch {
    return []
  }
}

async function systemLookup(name: string) {
  const { lookup } = await import('node:dns/promises')
  return lookup(name, { all: true })
}

/** As it stands, and with its percent signs read: a secret is one in either spelling. */
function holdsSecret({ href }: URL): boolean {
  return [href, unescapePercent(href)].some((text) => redact(text) !== text)
}

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function show(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function fail(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
