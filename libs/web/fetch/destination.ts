import { redact } from '#core'
import { isLinkLocal, whyNotPublic } from './address.js'
import type { Lookup, WebAccess } from './types.js'

/** Where a request may go. The addresses are fixed, so that a second lookup cannot replace them. */
export interface Destination {
  ok: true
  url: URL
  addresses: { address: string; family: number }[]
}

type Checked = Destination | { ok: false; message: string }

const MAX_URL_CHARS = 4_096
/** Names of the machine or its network, whatever the resolver answers. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|home\.arpa|localdomain)$/
const FIX = 'Only the user can allow it, with the setting webAllowPrivate.'

/** A checked URL whose host name is not resolved yet. */
interface Unresolved {
  ok: true
  url: URL
  name: string
  /** The address when the host is an address; null for a name. */
  literal: string | null
  isAllowed: boolean
}

/**
 * Parses a URL and checks what needs no lookup (docs/design/permissions.md#addresses, SSRF): only http and https, no user name or
 * password, no secret, no local name, no address that is not public.
 */
function readDestination(
  text: string,
  access: WebAccess,
): Unresolved | { ok: false; message: string } {
  if (text.length > MAX_URL_CHARS) return fail(`The URL has more than ${MAX_URL_CHARS} characters.`)
  if (!URL.canParse(text))
    return fail(
      `${show(text)} is not a valid URL. Send a complete one, such as https://example.org/page.`,
    )
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return fail(
      `${show(url.protocol)} is not supported: only http and https are. Use read_file for files.`,
    )
  if (url.username !== '' || url.password !== '')
    return fail('The URL contains a user name or password. Send it without them.')
  if (holdsSecret(url)) return fail('The URL seems to contain a secret. Nothing was sent.')
  url.hash = ''
  const name = url.hostname.replace(/\.$/, '').toLowerCase()
  const literal = literalOf(name)
  const isAllowed = isPermitted(url, name, access.allowPrivate)
  if (isAllowed) return { ok: true, url, name, literal, isAllowed }
  if (literal === null && (LOCAL_NAME.test(name) || !name.includes('.')))
    return fail(`${show(name)} is a name of this machine or its network. ${FIX}`)
  const reason = literal === null ? null : whyNotPublic(literal)
  if (reason !== null) return fail(`${show(name)} is the address ${literal} (${reason}). ${FIX}`)
  return { ok: true, url, name, literal, isAllowed }
}

/** Why a URL may not be fetched, without a lookup of its name; null when only the lookup can decide. */
export function closedAddress(text: string, access: WebAccess): string | null {
  const read = readDestination(text, access)
  return read.ok ? null : read.message
}

/** Checks a URL and every address that its name resolves to. */
export async function findDestination(text: string, access: WebAccess): Promise<Checked> {
  const read = readDestination(text, access)
  if (!read.ok) return read
  const { url, name, literal, isAllowed } = read
  const addresses = await resolveAll(name, literal, access.lookup ?? systemLookup)
  if (addresses.length === 0) return fail(`${show(name)} cannot be resolved. Check the spelling.`)
  for (const { address } of addresses) {
    const reason = whyNotPublic(address)
    // A permitted name may still not resolve to the address where a cloud serves credentials.
    const isOpen = isAllowed && (literal !== null || !isLinkLocal(address))
    if (reason !== null && !isOpen)
      return fail(`${show(name)} resolves to ${address} (${reason}). ${FIX}`)
  }
  return { ok: true, url, addresses }
}

/** The address when the host is an address; null for a name. */
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

/** Checks the URL as written and with its percent-encoding decoded. */
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
