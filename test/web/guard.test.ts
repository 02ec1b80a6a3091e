import fc from 'fast-check'
import t from 'tap'
import { whyNotPublic } from '../../libs/web/fetch/address.js'
import { findDestination } from '../../libs/web/fetch/destination.js'
import type { WebAccess } from '../../libs/web/fetch/types.js'

const PUBLIC = [{ address: '93.184.215.14', family: 4 }]

function access(over: Partial<WebAccess> = {}): WebAccess {
  return { allowPrivate: [], searchUrl: null, lookup: async () => PUBLIC, ...over }
}

/** Spellings of addresses that are not part of the public internet. */
const REFUSED = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0177.0x0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0:8080/',
  'http://00.0.0.0/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://a.localhost/',
  'http://printer.local/',
  'http://wiki.internal/',
  'http://metadata.google.internal/',
  'http://intranet/',
  'http://router.home.arpa/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://3232235777/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://100.127.255.255/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
]

const OPEN = [
  'http://93.184.215.14/',
  'https://1.1.1.1/',
  'http://100.63.255.255/',
  'http://100.128.0.1/',
  'http://172.15.0.1/',
  'http://172.32.0.1/',
  'http://169.253.0.1/',
  'http://192.167.0.1/',
  'http://[2606:4700:4700::1111]/',
  'http://[::ffff:1.1.1.1]/',
  'http://[64:ff9b::1.1.1.1]/',
  'https://example.org./a?b=c',
  'https://EXAMPLE.org/',
  'https://münchen.example/',
]

t.test(
  'row 177: refuses every spelling of a private address and accepts public ones',
  async (t) => {
    t.ok(REFUSED.length >= 40, `${REFUSED.length} spellings`)
    for (const url of REFUSED) t.notOk((await findDestination(url, access())).ok, url)
    for (const url of OPEN) t.ok((await findDestination(url, access())).ok, url)
  },
)

t.test('row 177: checks every address of a name and returns the checked ones', async (t) => {
  const mixed = [...PUBLIC, { address: '10.0.0.5', family: 4 }]
  for (const bad of [
    '10.0.0.5',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '169.254.169.254',
    'not an address',
  ]) {
    const lookup = async () => [...PUBLIC, { address: bad, family: bad.includes(':') ? 6 : 4 }]
    const found = await findDestination('https://example.org/', access({ lookup }))
    t.notOk(found.ok, bad)
    if (!found.ok) t.match(found.message, /webAllowPrivate/)
  }
  t.notOk((await findDestination('https://example.org/', access({ lookup: async () => mixed }))).ok)
  t.notOk((await findDestination('https://example.org/', access({ lookup: async () => [] }))).ok)
  const gone = async () => {
    throw new Error('ENOTFOUND')
  }
  t.match(await findDestination('https://nowhere.example/', access({ lookup: gone })), {
    ok: false,
    message: /nowhere\.example cannot be resolved/,
  })
  const found = await findDestination('https://example.org/', access())
  t.match(found, { ok: true, addresses: PUBLIC })
})

t.test('refuses what is not a plain web URL and says why', async (t) => {
  const refused: [string, RegExp][] = [
    ['file:///etc/passwd', /only http and https/],
    ['ftp://example.org/', /only http and https/],
    ['javascript:alert(1)', /only http and https/],
    ['data:text/html,x', /only http and https/],
    ['example.org/page', /not a valid URL/],
    ['', /not a valid URL/],
    ['http://', /not a valid URL/],
    ['http://user:pass@example.org/', /name or password/],
    ['http://user@example.org/', /name or password/],
    [`https://example.org/?k=sk-${'a1'.repeat(16)}`, /contain a secret/],
    [`https://example.org/?k=s%6b-${'a1'.repeat(16)}`, /contain a secret/],
    [`https://example.org/${'a'.repeat(5_000)}`, /more than 4096 characters/],
  ]
  for (const [url, message] of refused)
    t.match(await findDestination(url, access()), { ok: false, message }, url.slice(0, 60))
})

t.test(
  'accepts the private hosts that the user allowed; a port limits it to that port',
  async (t) => {
    const to = (address: string) => async () => [{ address, family: 4 }]
    const wiki = access({ allowPrivate: ['wiki.intranet'], lookup: to('10.1.2.3') })
    t.ok((await findDestination('http://wiki.intranet/page', wiki)).ok)
    t.ok((await findDestination('https://WIKI.intranet.:8443/', wiki)).ok)
    t.notOk((await findDestination('http://other.intranet/', wiki)).ok)
    t.notOk((await findDestination('http://x.wiki.intranet/', wiki)).ok)
    const dev = access({
      allowPrivate: ['127.0.0.1:3000', '[::1]:3000', 'localhost:80'],
      lookup: to('127.0.0.1'),
    })
    t.ok((await findDestination('http://127.0.0.1:3000/', dev)).ok)
    t.ok((await findDestination('http://[::1]:3000/', dev)).ok)
    t.ok((await findDestination('http://localhost/', dev)).ok)
    t.notOk((await findDestination('http://127.0.0.1:3001/', dev)).ok)
    const turned = access({ allowPrivate: ['wiki.intranet'], lookup: to('169.254.169.254') })
    t.notOk(
      (await findDestination('http://wiki.intranet/', turned)).ok,
      'an allowed name may not resolve to the credentials of a cloud',
    )
  },
)

t.test('property: refuses an address in a private range in every spelling', async (t) => {
  const byte = fc.integer({ min: 0, max: 255 })
  const inside = fc.oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  )
  const write = fc.constantFrom(
    (parts: number[]) => parts.join('.'),
    (parts: number[]) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
    (parts: number[]) => parts.map((part) => `0${part.toString(8)}`).join('.'),
    (parts: number[]) => String(parts.reduce((sum, part) => sum * 256 + part, 0)),
    (parts: number[]) => `0x${parts.reduce((sum, part) => sum * 256 + part, 0).toString(16)}`,
    (parts: number[]) => `[::ffff:${parts.join('.')}]`,
    (parts: number[]) => `[64:ff9b::${parts.join('.')}]`,
    ([a = 0, b = 0, c = 0, d = 0]: number[]) => `${a}.${b}.${c * 256 + d}`,
  )
  await fc.assert(
    fc.asyncProperty(inside, write, async (parts, spell) => {
      const found = await findDestination(`http://${spell(parts)}/`, access())
      return !found.ok
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const reason = whyNotPublic(address)
      // What is not global unicast and contains no IPv4 address is refused.
      const first = Number.parseInt(address.split(':')[0] || '0', 16)
      const carries = /^(?:0*:){2,}|^::|^0*64:ff9b:/i.test(address)
      return carries || (first >= 0x2000 && first < 0x4000) || reason !== null
    }),
  )
  t.pass('no spelling was found')
})
