import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LIMITS } from '#core'
import { taskMessage } from '#supervisor'
import { openWorkspace } from '#workspace'
import { imagesIn, showImage } from '../../libs/supervisor/ambient/images.js'
import { act, openLoop, say } from '../kit/loop.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const URL = /^data:image\/png;base64,iVBORw0KGgo/

t.test('row 97: images are named with @ or dropped as a whole path', async (t) => {
  const table: [string, string[]][] = [
    ['what is in @shot.png?', ['shot.png']],
    ['compare @"a b.JPG" and @img/c.webp.', ['a b.JPG', 'img/c.webp']],
    ['see /home/a/x.png please', ['/home/a/x.png']],
    ["'/home/a/my shot.jpeg' what is it", ['/home/a/my shot.jpeg']],
    ['/home/a/my\\ shot.gif', ['/home/a/my shot.gif']],
    ['file:///tmp/x.bmp', ['/tmp/x.bmp']],
    ['rename shot.png in src/a.png', []],
    ['mail a@b.png.org, @a.ts and https://host/x.png', []],
    ['@a.png and again @a.png', ['a.png']],
  ]
  for (const [text, paths] of table)
    t.same(
      imagesIn(text).map(({ path }) => path),
      paths,
      text,
    )
})

t.test('row 97: deny rules, size and place hold for an image', async (t) => {
  const root = t.testdir({ 'out.png': PNG, work: { 'a.png': PNG, 'key.png': PNG } })
  writeFileSync(join(root, 'work/big.png'), Buffer.alloc(LIMITS.fileBytes + 1))
  const workspace = openWorkspace({ root: join(root, 'work'), deny: ['key.png'], env: {} })
  const show = (text: string, vision: boolean | null = true) => showImage(text, workspace, vision)
  t.match(show('see @a.png'), { id: /^a\.png#[0-9a-f]{64}$/, evidence: [{ subject: 'a.png' }] })
  t.match(show('see @a.png and @key.png'), { id: null, text: /deny rule/, evidence: [] })
  t.match(show('@../out.png'), { id: null, text: /outside/ })
  t.match(show(`look "${join(root, 'out.png')}"`), { id: /out\.png#/ }, 'a dropped one')
  t.match(show('@big.png'), { id: null, text: /larger than 8 MiB/ })
  t.match(show('@gone.png'), { id: null, text: /does not exist/ })
  t.match(show('@a.png', false), { id: null, text: /does not see pictures/, evidence: [] })
  t.match(show('@a.png', null), { id: null, text: /doctor --model/ })
  t.equal(show('no image'), null)
})

t.test('row 97: a named image is in the first prompt, and the same bytes stay', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': 'x\n' },
    replies: [act(['read_file', { path: 'a.txt' }]), say('A dot.'), say('Still a dot.')],
    over: { vision: true },
  })
  writeFileSync(join(loop.root, 'shot.png'), PNG)
  const taskId = loop.add('What is in @shot.png?')
  await loop.run(taskId, {}, ({ type }) => type === 'step')
  // The row of the first step has the bytes, whatever happens to the file.
  writeFileSync(join(loop.root, 'shot.png'), Buffer.concat([PNG, PNG]))
  loop.reopen()
  await loop.run(taskId)
  const heads = loop.requests.map(({ messages }) => messages[1])
  for (const head of heads) {
    t.match(head?.content, /^Task: What is in @shot\.png\?\n\n--- shot\.png is the picture/)
    t.match(head?.picture?.url, URL)
  }
  t.same(heads[1], heads[0])
  const subjects = loop
    .ledger()
    .find({ taskId, kind: 'file_read' })
    .map(({ subject }) => subject)
  t.same([...subjects].sort(), ['a.txt', 'shot.png'])
  const later = await taskMessage('and @shot.png now?', await loop.deps({}))
  t.match(later, { role: 'user', picture: { id: /^shot\.png#/ } })

  const blind = openLoop(t, { files: { 'a.txt': 'x\n' }, replies: [say('I cannot see it.')] })
  writeFileSync(join(blind.root, 'shot.png'), PNG)
  const { events } = await blind.run(blind.add('What is in @shot.png?'), { vision: false })
  const notes = (all: typeof events) => all.flatMap((one) => (one.type === 'note' ? one.text : []))
  t.same(notes(events), ['the picture shot.png is not sent: this model does not see pictures'])
  t.match(blind.requests[0]?.messages[1]?.content, /does not see pictures/)
  t.equal(blind.requests[0]?.messages[1]?.picture, undefined)

  const unknown = openLoop(t, { files: { 'a.txt': 'x\n' }, replies: [say('I cannot see it.')] })
  writeFileSync(join(unknown.root, 'shot.png'), PNG)
  const asked = await unknown.run(unknown.add('What is in @shot.png?'))
  t.match(notes(asked.events), [
    /^the picture shot\.png is not sent: .*`aircoder doctor --model` measures it$/,
  ])
})
