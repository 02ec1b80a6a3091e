import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { LIMITS } from '#core'
import { readArchive } from '#web'
import { makeTar, makeTarGz, makeZip, type TarPart, type ZipPart } from '../kit/archives.js'

const LINK = 0o120777

t.test('reads the files of zip, tar and tar.gz with their executable bit', async (t) => {
  const wanted = [
    { path: 'a/b.txt', bytes: Buffer.from('hello'), executable: false },
    { path: 'run.sh', bytes: Buffer.from('#!'), executable: true },
  ]
  const zip = makeZip([
    { name: 'a/', body: '', mode: 0o040755 },
    { name: './a//b.txt', body: 'hello', mode: 0o100644 },
    { name: 'run.sh', body: '#!', mode: 0o100755 },
  ])
  t.same(await readArchive(zip), { ok: true, entries: wanted })
  const parts = [
    { name: 'a/', type: '5' },
    { name: 'a/b.txt', body: 'hello' },
    { name: './run.sh', body: '#!', mode: 0o755 },
  ]
  t.same(await readArchive(makeTar(parts)), { ok: true, entries: wanted })
  t.same(await readArchive(makeTarGz(parts)), { ok: true, entries: wanted })
  t.same(await readArchive(makeZip([])), { ok: true, entries: [] })
})

t.test('refuses archives with unsafe or duplicate names, links or devices', async (t) => {
  const good = { name: 'good.txt', body: 'x' }
  const zips: [ZipPart[], RegExp][] = [
    [[{ name: '../evil' }], /cannot be read as a zip|points outside/],
    [[{ name: 'a/../../evil' }], /zip|points outside/],
    [[{ name: '/etc/passwd' }], /zip|absolute/],
    [[{ name: 'C:/evil' }], /zip|absolute/],
    [[{ name: '..\\evil' }], /zip|control characters/],
    [[{ name: 'a\u0000b' }], /control characters/],
    [[{ name: 'a\nb' }], /control characters/],
    [[{ name: 'link', body: '/etc', mode: LINK }], /link or a device/],
    [[{ name: 'pipe', mode: 0o010644 }], /link or a device/],
    [[{ name: 'disk', mode: 0o060644 }], /link or a device/],
    [[good, { name: 'GOOD.TXT' }], /twice/],
    [[good, { name: './good.txt' }], /twice/],
    [[{ name: 'ä' }, { name: 'a\u0308' }], /twice/],
    [[{ name: 'a' }, { name: 'a/b' }], /both a file and a folder/],
    [[{ name: './.' }], /no name/],
    [[{ name: 'locked', flags: 1 }], /encrypted/],
  ]
  for (const [parts, message] of zips)
    t.match(
      await readArchive(makeZip([good, ...parts.filter((each) => each !== good)])),
      { ok: false, message },
      JSON.stringify(parts),
    )
  const tars: [TarPart[], RegExp][] = [
    [[{ name: '../evil' }], /points outside/],
    [[{ name: '/etc/passwd' }], /absolute/],
    [[{ name: 'l', type: '2', link: '/etc/passwd' }], /SymbolicLink/],
    [[{ name: 'h', type: '1', link: 'good.txt' }], /Link/],
    [[{ name: 'd', type: '3' }], /CharacterDevice/],
    [[{ name: 'b', type: '4' }], /BlockDevice/],
    [[{ name: 'p', type: '6' }], /FIFO/],
    [[{ name: 'good.txt' }], /twice/],
    [[{ name: 'x', type: 'Z' }], /not a file|tar/],
  ]
  for (const [parts, message] of tars)
    for (const made of [makeTar([good, ...parts]), makeTarGz([good, ...parts])])
      t.match(await readArchive(made), { ok: false, message }, JSON.stringify(parts))
})

t.test('refuses compression bombs and invalid archives', async (t) => {
  const zeros = Buffer.alloc(20_000_000)
  const many = Array.from({ length: LIMITS.archiveEntries + 1 }, (_, at) => ({ name: `f${at}` }))
  const cases: [string, Buffer, RegExp][] = [
    ['a file of zeros in a zip', makeZip([{ name: 'z', body: zeros }]), /200 times/],
    [
      'many files of zeros',
      makeZip(
        Array.from({ length: 20 }, (_, at) => ({
          name: `z${at}`,
          body: zeros.subarray(0, 1_000_000),
        })),
      ),
      /200 times/,
    ],
    [
      'zeros in a tar.gz',
      makeTarGz([{ name: 'z', body: zeros }]),
      /far more than its size|200 times/,
    ],
    [
      'a gzip that never ends',
      gzipSync(Buffer.alloc(150_000_000), { level: 1 }),
      /far more than its size/,
    ],
    ['too many names in a zip', makeZip(many), /more than 1000 entries/],
    ['too many names in a tar', makeTar(many), /more than 1000 entries/],
    [
      'a zip header with a false size',
      makeZip([{ name: 'z', body: zeros.subarray(0, 2_000_000), size: 10 }]),
      /zip/,
    ],
    [
      'a truncated tar',
      makeTar([{ name: 'a', body: 'x'.repeat(5_000) }]).subarray(0, 1_500),
      /tar/,
    ],
    [
      'a tar header with a false size',
      makeTar([{ name: 'a', body: 'x', size: 4_000_000_000 }]),
      /tar/,
    ],
    ['plain text', Buffer.from('plain words'), /not a zip, tar or tar\.gz/],
    ['a gzip without a tar', gzipSync('plain words'), /not a zip, tar or tar\.gz/],
    ['an invalid gzip', Buffer.from('1f8b0800ffff', 'hex'), /gzip data is invalid/],
    ['an invalid zip', Buffer.from('504b0304ffffff', 'hex'), /zip/],
    ['no bytes', Buffer.alloc(0), /not a zip, tar or tar\.gz/],
  ]
  for (const [name, bytes, message] of cases)
    t.match(await readArchive(bytes), { ok: false, message }, name)
  const packed = gzipSync(makeTar([{ name: 'inner', body: 'x' }]))
  const nested = await readArchive(makeTarGz([{ name: 'inner.tar.gz', body: packed }]))
  t.match(
    nested,
    { ok: true, entries: [{ path: 'inner.tar.gz' }] },
    'an archive inside the archive is not unpacked',
  )
})

t.test('property: invalid bytes give a refusal or files and never throw', async (t) => {
  const good = [
    makeZip([
      { name: 'a', body: 'text' },
      { name: 'b/c', body: 'more' },
    ]),
    makeTar([{ name: 'a', body: 'text' }]),
    makeTarGz([{ name: 'a', body: 'text' }]),
  ]
  const hurt = fc.tuple(
    fc.constantFrom(...good),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
    fc.nat(),
  )
  await fc.assert(
    fc.asyncProperty(hurt, async ([bytes, changes, cut]) => {
      const copy = Buffer.from(bytes)
      for (const [at, value] of changes) copy[at % copy.length] = value
      const read = await readArchive(copy.subarray(0, Math.max(1, cut % (copy.length * 2))))
      return !read.ok || read.entries.every(({ path }) => !/^\/|(?:^|\/)\.\.(?:\/|$)/.test(path))
    }),
    { numRuns: 300 },
  )
  t.pass('none threw')
})
