import t from 'tap'
import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { judgeMeeting, meet } from '../kit/meet_server.js'
import { isDue, LONG_MS } from '../kit/rotation.js'

/** Replies that a client reads for seconds until a bound. Half of them are tried, the others on the next day. */
const ENDLESS = /^bound: .*\bno end$|^bound: .* without an end$/
const endless = HOSTILE_SERVERS.filter(({ name }) => ENDLESS.test(name))
const due = HOSTILE_SERVERS.filter(
  (server) => !endless.includes(server) || isDue(endless.indexOf(server), 2),
)

t.setTimeout(LONG_MS)

t.test('there are at least 60 hostile servers, each with its own name', async (t) => {
  const names = HOSTILE_SERVERS.map(({ name }) => name)
  t.ok(names.length >= 60, `${names.length}`)
  t.equal(new Set(names).size, names.length)
  t.ok(endless.length >= 2 && due.length >= names.length - endless.length)
})

for (const server of due)
  t.test(`the client ends as declared: ${server.name}`, async (t) => {
    t.same(judgeMeeting(server, await meet(server)), [])
  })
