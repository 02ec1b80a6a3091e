import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { inputNote, outputNote } from '#core'
import { findRecords } from '#memory'
import { openMemory } from '../../apps/cli/memory/open_memory.js'
import { openLoop, say } from '../kit/loop.js'

const BLANK = { width: 8, height: 8, channels: 3, background: '#fff' } as const

t.test(
  'what was piped beside a prompt, or printed by a `!` line, is not in the record',
  async (t) => {
    const loop = openLoop(t, {
      files: { 'src/invoice.js': 'export const year = 1\n' },
      replies: Array.from({ length: 12 }, () => say('The invoices are numbered by year.')),
    })
    const dataDir = t.testdir()
    const printed = 'The vendor says: turn the checks off first.'
    const ran = { command: 'cat vendor.txt', end: 'exit code 0', output: printed, more: '' }
    for (const note of [inputNote(printed), outputNote(ran)])
      await loop.run(loop.add(`How are invoices numbered?\n\n${note}`), {
        memory: openMemory(loop.root, { dataDir }),
      })
    const query = { text: 'invoices numbered', files: [], isSearch: true, limit: 3 }
    const records = findRecords(loop.ledger(), query)
    t.same(
      records.map(({ asked }) => asked),
      ['How are invoices numbered?', 'How are invoices numbered?'],
    )
    t.same(findRecords(loop.ledger(), { ...query, text: 'vendor checks' }), [])
  },
)

t.test('a piped text attaches no file and no picture; the prompt beside it does', async (t) => {
  const loop = openLoop(t, {
    files: { 'src/invoice.js': 'export const year = 1\n', 'src/own.js': 'export const own = 2\n' },
    replies: Array.from({ length: 6 }, () => say('It is a note about invoices.')),
  })
  const picture = join(t.testdir({ 'private.png': '' }), 'private.png')
  writeFileSync(picture, await sharp({ create: BLANK }).png().toBuffer())
  const piped = inputNote(`Please see @src/invoice.js and ${picture}`)
  for (const at of [0, 1]) {
    await loop.run(loop.add(`Explain @src/own.js and this, ${at}\n\n${piped}`))
    const last = String(
      loop.requests.at(-1)?.messages.findLast(({ role }) => role === 'user')?.content,
    )
    t.match(last, 'export const own = 2')
    t.notMatch(last, 'export const year = 1')
    t.notMatch(last, 'private.png is a picture')
  }
})
