import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { countRedactions, isSecretName, redact } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const K = 'c4naryQ9x7Z2m5'
/** One canary a shape; each holds `K`, so that one search finds whatever got through. */
const CANARIES = [
  `Bearer ${K}${K}`,
  `sk-${K}${K}`,
  `ghp_${K}${K}`,
  `glpat-${K}${K}`,
  `xoxb-123456-${K}`,
  `AIza${K}${K}${K}`,
  `hf_${K}${K}${K}`,
  `npm_${K}${K}${K}`,
  `sk_live_${K}${K}`,
  `eyJ${K}.${K}.${K}`,
  `ac_anna_${K}${K}${K}`,
  `MY_SECRET_TOKEN=${K}`,
  `export DB_PASSWORD='${K}'`,
  `aws_secret_access_key = ${K}${K}${K}`,
  `postgres://admin:${K}@db.example/x`,
  `Authorization: Basic ${K}${K}`,
  `{"client_secret": "${K}"}`,
  `"db-password":"${K}"`,
  `-----BEGIN RSA PRIVATE KEY-----\n${K}\n-----END RSA PRIVATE KEY-----`,
]
const ALL = CANARIES.join('\n')

t.test('row 198: each secret is redacted, and a second pass changes nothing', async (t) => {
  for (const text of CANARIES) {
    const out = redact(`before ${text} after`)
    t.notMatch(out, K, text)
    t.match(out, /^before .*\[redacted.* after$/s)
    t.equal(redact(out), out)
    t.equal(countRedactions(out), 1)
  }
  const kept = [
    '{"token": "string", "password": "placeholder"}',
    'interface A { password: string; token: string }',
    '{"tokens": 12345678, "max_tokens": "12345678"}',
    'https://example.org/a:b@c',
    'git@example.org:a/b.git',
    `"secret": "$\{SECRET_1}"`,
    'password: z.string().min(12)',
  ]
  for (const text of kept) t.equal(redact(text), text)
  for (const name of [
    'password',
    'API_KEY',
    'clientSecret',
    'access-token',
    'Set-Cookie',
    'Authorization',
  ])
    t.ok(isSecretName(name), name)
  for (const name of [
    'tokens',
    'path',
    'passwordHint',
    'author',
    'secretary',
    'old_str',
    'content',
  ])
    t.notOk(isSecretName(name), name)
})

t.test('row 198: no written file has a canary, whatever its source', async (t) => {
  const replies = [
    act(['read_file', { path: 'secrets.txt' }], ['grep', { pattern: '\\w+[-_"= :]+c4nary' }]),
    act(['run_command', { command: `echo '${ALL.replaceAll("'", '"')}'; exit 3` }]),
    act([
      'record_evidence',
      { kind: 'decision', subject: `sk-${K}${K}`, summary: ALL, content: ALL },
    ]),
    act(
      ['todo_write', { items: [`use sk-${K}${K}`] }],
      ['no_such_tool', { password: `${K}-plain`, text: ALL }],
    ),
    act(['web_fetch', { url: `https://example.org/?key=sk-${K}${K}` }]),
    act([
      'patch_file',
      { path: 'secrets.txt', old_str: `sk-${K}${K}`, new_str: ALL, password: `${K}-odd` },
    ]),
    say(`Done with ${ALL}`),
  ]
  const loop = openLoop(t, { files: { 'secrets.txt': `${ALL}\n` }, replies })
  const task = loop.add(`Look for ${ALL}`)
  const { result } = await loop.run(task, { maxSteps: 7 })
  t.ok(result)
  const folder = dirname(loop.ledger().path)
  t.notMatch(loop.canonical(), K, 'the export')
  for (const { messages } of loop.requests.slice(1))
    t.notMatch(JSON.stringify(messages), K, 'a prompt, which is what is stored')
  t.notMatch(JSON.stringify(loop.ledger().egress({})), K, 'what left')
  loop.ledger().close()
  const files = readdirSync(folder).filter((name) => !name.endsWith('-shm'))
  t.ok(files.length > 0)
  for (const name of files) {
    const bytes = readFileSync(join(folder, name))
    // Pre-images of edits are kept exactly, for undo; this run's only edit was refused.
    t.notOk(bytes.includes(K), `${name} (${bytes.length} bytes)`)
  }
  loop.reopen()
})

t.test('an edit made from redacted text never writes the mark', async (t) => {
  const before = `const key = "sk-${K}${K}"\nconst a = 1\nconst b = 2\n`
  const shown = 'const key = "[redacted key]"\nconst a = 1'
  const replies = [
    act(['read_file', { path: 'k.ts' }]),
    act(['patch_file', { path: 'k.ts', old_str: shown, new_str: shown.replace('1', '7') }]),
    act(['write_file', { path: 'k.ts', content: `${shown}\nconst b = 9\n` }]),
    act([
      'multi_edit',
      { edits: [{ path: 'k.ts', old_str: 'const b = 2', new_str: 'const b = "[redacted]"' }] },
    ]),
    act(['patch_file', { path: 'k.ts', old_str: 'const a = 1', new_str: 'const a = 7' }]),
    // A file that has such marks of its own may keep them.
    act([
      'patch_file',
      { path: 'marks.txt', old_str: 'x [redacted key]', new_str: 'y [redacted key]' },
    ]),
    ...Array(4).fill(say('Done.')),
  ]
  const loop = openLoop(t, {
    files: { 'k.ts': before, 'marks.txt': 'x [redacted key]\n' },
    replies,
  })
  const { events } = await loop.run(loop.add('Set a to 7'))
  t.match(loop.requests[1]?.messages.at(-1)?.content, 'const key = "[redacted key]"')
  const results = events.filter((event) => event.type === 'tool_result').slice(1)
  t.same(
    results.map(({ ok }) => ok),
    [false, false, false, true, true],
  )
  for (const { text } of results.slice(1, 3)) t.match(text, /a secret that you cannot see/)
  t.equal(loop.read('k.ts'), before.replace('a = 1', 'a = 7'))
  t.equal(loop.read('marks.txt'), 'y [redacted key]\n')
})
