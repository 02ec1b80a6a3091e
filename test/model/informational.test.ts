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

const AT_ONCE = ['wire: more bytes than it promised', 'wire: another protocol in the place']
t.test('an answer that is over before it is read ends the request', async (t) => {
  for (const name of AT_ONCE) {
    const server = HOSTILE_SERVERS.find((each) => each.name.startsWith(name))
    if (server === undefined) return void t.fail(`there is no server ${name}`)
    t.same(judgeMeeting(server, await meet(server)), [], name)
  }
})
