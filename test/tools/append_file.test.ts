import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { createRegistry, loadBuiltinTools, type ToolContext } from '#tools'
import { openWorkspace } from '#workspace'
import { act, type Drive, openLoop, say } from '../kit/loop.js'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

function open(t: Test, files: Record<string, string>) {
  const root = t.testdir(files)
  const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
  const call = async (name: string, args: object, over: Partial<ToolContext> = {}) => {
    const checked = registry.validate({ id: 'c', name, arguments: { ...args } })
    if (!checked.ok) throw new Error(checked.message)
    return checked.tool.run(checked.input, toolContext(workspace, over))
  }
  return { root, call }
}

const bytesOf = (result: Awaited<ReturnType<ReturnType<typeof open>['call']>>) =>
  result.edits?.[0]?.after?.toString('latin1')

t.test('row 149: a long text is refused with the way to write it in parts', async (t) => {
  const { call } = open(t, { 'a.txt': 'one\n' })
  const long = 'x'.repeat(LIMITS.writeChars + 1)
  const fresh = await call('write_file', { path: 'new.txt', content: long })
  t.match(fresh, { ok: false, edits: undefined, evidence: [{ facts: { flaw: 'long' } }] })
  t.match(fresh.text, /has 8001 characters, and one call may send 8000/)
  t.match(
    fresh.text,
    /Call write_file with the first 60 lines\. Then call append_file \{"path":"new\.txt"/,
  )
  const seen = {
    rule: 'off' as const,
    hashOf: () => null,
    shows: () => false,
    refusedBefore: () => true,
    failedPatches: () => 0,
  }
  const sent = await call('write_file', { path: 'new.txt', content: long }, { seen })
  t.notOk(sent.ok, 'also when it is sent again')
  const whole = await call('write_file', { path: 'a.txt', content: long })
  t.match(whole.text, /with patch_file\. To replace all of it, call write_file with the first 60/)
  const again = await call('append_file', { path: 'a.txt', content: long })
  t.match(again.text, /parts of about 60 lines\. Add each with append_file \{"path":"a\.txt"/)
  t.ok((await call('write_file', { path: 'new.txt', content: long.slice(1) })).ok, 'at the limit')
  const wide = { writeChars: LIMITS.wideWriteChars }
  t.ok((await call('write_file', { path: 'new.txt', content: long }, wide)).ok)
})

t.test('row 149: append_file adds lines with the bytes of the file unchanged', async (t) => {
  const { root, call } = open(t, { 'a.txt': 'one', 'crlf.txt': 'a\r\nb\r\n', '.env': 'S=1\n' })
  const one = await call('append_file', { path: 'a.txt', content: 'two\n' })
  t.equal(bytesOf(one), 'one\ntwo\n', 'a last line without an end gets one')
  t.match(one, {
    text: 'edited a.txt: +2 -1',
    evidence: [{ kind: 'edit_applied', facts: { strategy: 'append' } }],
  })
  t.equal(bytesOf(await call('append', { file: 'crlf.txt', text: 'c\nd' })), 'a\r\nb\r\nc\r\nd')
  t.match(await call('append_file', { path: 'new.txt', content: 'x\n' }), {
    text: /^created new\.txt/,
  })
  writeFileSync(join(root, 'latin.txt'), Buffer.from([0x63, 0xe9, 0x0a]))
  t.equal(bytesOf(await call('append_file', { path: 'latin.txt', content: 'é\n' })), 'cé\né\n')
  t.match(await call('append_file', { path: 'latin.txt', content: '✓\n' }), {
    ok: false,
    text: /Latin-1/,
  })
  t.match(await call('append_file', { path: '.env', content: 'x' }), { ok: false })
  t.match(await call('append_file', { path: 'a.txt', content: '// ... rest of the file\n' }), {
    ok: false,
    text: /placeholder/,
  })
})

const part = (from: number) => Array.from({ length: 60 }, (_, at) => `line ${from + at}\n`).join('')

t.test('row 149: a file is written in parts, and each part can be undone', async (t) => {
  const over: Drive = { readBeforeEdit: 'strict' }
  const loop = openLoop(t, {
    files: { 'other.txt': 'other\n' },
    replies: [
      act(['write_file', { path: 'long.txt', content: part(1) }]),
      act(['append_file', { path: 'long.txt', content: part(61) }]),
      act(['append_file', { path: 'long.txt', content: part(61) }]),
      act(['append_file', { path: 'other.txt', content: 'x\n' }]),
      say('Done.'),
    ],
  })
  const ran = await loop.run(loop.add('write it'), { ...over, maxSteps: 4 })
  const texts = ran.events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : []))
  t.match(texts, [
    /^created long\.txt: \+60 -0/,
    /^edited long\.txt: \+60 -0/,
    /already ends with these 60 lines\. Send the part that follows/,
    /other\.txt exists and was not read/,
  ])
  t.equal(loop.read('long.txt'), part(1) + part(61))
  const sessionId = loop.ledger().sessions()[0]?.id ?? ''
  t.match(loop.ledger().appliedEdits({ sessionId }), [
    { tool: 'append_file', files: [{ path: 'long.txt' }] },
    { tool: 'write_file' },
  ])
})

t.test('row 149: a larger window may write a longer text in one call', async (t) => {
  const content = 'y\n'.repeat(LIMITS.writeChars / 2 + 1)
  const texts: string[] = []
  for (const windowTokens of [32_768, 131_072]) {
    const loop = openLoop(t, {
      replies: [act(['write_file', { path: 'a.txt', content }]), say('ok')],
    })
    const ran = await loop.run(loop.add('write it'), { windowTokens, maxSteps: 1 })
    texts.push(...ran.events.flatMap((one) => (one.type === 'tool_result' ? [one.text] : [])))
  }
  t.match(texts, [/one call may send 8000/, /^created a\.txt/])
})
