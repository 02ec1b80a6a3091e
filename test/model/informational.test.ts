import t from 'tap'
import { INFORMATIONAL } from '../kit/hostile_servers/informational.js'
import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { judgeMeeting, meet } from '../kit/meet_server.js'

for (const server of INFORMATIONAL)
  t.test(`the client ends as declared: ${server.name}`, async (t) => {
    const met = await meet(server)
    t.same(judgeMeeting(server, met), [])
    if (server.end.problem !== null)
      t.match(met.reply.problem?.message, /informational answers \(status 1\d\d\) and no reply/)
  })

t.test('an answer that is over before it is read ends the request', async (t) => {
  const [server] = HOSTILE_SERVERS.filter(({ name }) => name.startsWith('wire: more bytes'))
  if (server === undefined) return void t.fail('there is no such server')
  t.same(judgeMeeting(server, await meet(server)), [])
})
