import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

const K = 'c4naryQ9x7Z2m5'
/** Each holds `K`. */
const TYPED = [
  `password=${K}`,
  `db_password='${K}'`,
  `token=${K}`,
  `ghp_${K}${K}`,
  `sk-${K}${K}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${K}\n-----END RSA PRIVATE KEY-----`,
]

t.test('a secret in the words of a task is neither stored nor shown', async (t) => {
  const box = openProgram(t)
  const endpoint = await serveReplies(TYPED.map(() => say('Hello.')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  for (const secret of TYPED) {
    const { stderr } = await box.run(['-p', `why is ${secret} refused?`, ...at])
    t.match(stderr, /A secret in your words was replaced by \[redacted\]/, secret)
  }
  const tasks = await box.run(['ledger', 'tasks'])
  t.equal(tasks.stdout.match(/\[redacted/g)?.length, TYPED.length)
  for (const args of [
    ['sessions'],
    ['ledger', 'tasks'],
    ['ledger', 'search', 'refused'],
    ['ledger', 'export'],
  ])
    t.notMatch((await box.run(args)).stdout, K, args.join(' '))
  for (const name of readdirSync(box.data, { recursive: true, encoding: 'utf8' })) {
    const path = join(box.data, name)
    if (statSync(path).isFile()) t.notOk(readFileSync(path).includes(K), name)
  }
  t.notOk(
    endpoint.asks.some(({ body }) => body.includes(K)),
    'what is sent is what is stored',
  )
})

t.test('words about a secret stay as they are', async (t) => {
  const box = openProgram(t)
  const words = 'why is password=$DB_PASS or token=null or password=getenv("X") wrong?'
  const endpoint = await serveReplies([say('Hello.')])
  t.teardown(() => endpoint.close())
  const ran = await box.run(['-p', words, '--base-url', endpoint.baseUrl, '-m', 'fake'])
  t.notMatch(ran.stderr, /redacted/)
  t.match((await box.run(['ledger', 'tasks'])).stdout, words)
})
