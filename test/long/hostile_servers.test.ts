import t from 'tap'
import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { judgeMeeting, meet } from '../kit/meet_server.js'

t.setTimeout(600_000)

t.test('there are at least 60 hostile servers, each with its own name', async (t) => {
  const names = HOSTILE_SERVERS.map(({ name }) => name)
  t.ok(names.length >= 60, `${names.length}`)
  t.equal(new Set(names).size, names.length)
})

for (const server of HOSTILE_SERVERS)
  t.test(`the client ends as declared: ${server.name}`, async (t) => {
    t.same(judgeMeeting(server, await meet(server)), [])
  })
