/** [network, bits, what it is]: IANA's special-purpose registries and the reserved addresses of clouds. */
const V4: readonly (readonly [string, number, string])[] = [
  ['0.0.0.0', 8, 'this machine'],
  ['10.0.0.0', 8, 'a private network'],
  ['100.64.0.0', 10, 'a carrier or mesh network'],
  ['127.0.0.0', 8, 'this machine'],
  ['168.63.129.16', 32, 'a cloud’s metadata service'],
  ['169.254.0.0', 16, 'link-local, where clouds keep credentials'],
  ['172.16.0.0', 12, 'a private network'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'a private network'],
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
]

/** Parts of 2000::/3 that are not public: protocol assignments with Teredo, documentation, 6to4. */
const V6: readonly (readonly [string, number, string])[] = [
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'reserved'],
  ['2002::', 16, 'an IPv4 address in disguise'],
  ['3fff::', 20, 'reserved'],
]

const LINK_LOCAL = 'link-local, where clouds keep credentials'

/**
 * Why an address is not part of the public internet; null when it is.
 * @param address  IPv4 in four decimal parts, or IPv6 without brackets; anything else is refused
 */
export function whyNotPublic(address: string): string | null {
  const v4 = readV4(address)
  if (v4 !== null) return whyNotPublicV4(v4)
  const groups = readV6(address)
  return groups === null ? 'not a valid address' : whyNotPublicV6(groups)
}

/** Whether clouds serve credentials there. A permitted name may not resolve to such an address. */
export function isLinkLocal(address: string): boolean {
  return whyNotPublic(address) === LINK_LOCAL
}

function whyNotPublicV4(bits: bigint): string | null {
  const found = V4.find(([network, length]) => within(bits, readV4(network), 32 - length))
  return found?.[2] ?? null
}

function whyNotPublicV6(groups: number[]): string | null {
  const bits = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
  const is = (network: string, length: number) => within(bits, bitsOfV6(network), 128 - length)
  // An IPv4 address inside an IPv6 address (mapped, or NAT64's well-known prefix) is checked as IPv4.
  if (is('::ffff:0:0', 96) || is('64:ff9b::', 96)) return whyNotPublicV4(bits & 0xffff_ffffn)
  if (is('::', 96)) return 'this machine'
  if (is('fe80::', 10)) return LINK_LOCAL
  if (is('fc00::', 7)) return 'a private network'
  if (is('ff00::', 8)) return 'multicast'
  if (!is('2000::', 3)) return 'reserved'
  return V6.find(([network, length]) => is(network, length))?.[2] ?? null
}

/** @param hostBits  the number of bits after the network prefix */
function within(bits: bigint, network: bigint | null, hostBits: number): boolean {
  const shift = BigInt(hostBits)
  return network !== null && bits >> shift === network >> shift
}

function readV4(text: string): bigint | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return null
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

function bitsOfV6(text: string): bigint {
  return (readV6(text) ?? []).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
}

/** Eight groups; the URL parser normalises every spelling to hexadecimal groups. */
function readV6(text: string): number[] | null {
  if (!text.includes(':') || !URL.canParse(`http://[${text}]/`)) return null
  const plain = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
}
