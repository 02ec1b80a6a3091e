import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { PROGRAM_WORDS, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test('Ctrl+Z and fg under a shell with job control', WITH_TERMINAL, async (t) => {
  const box = openProgram(t)
  const endpoint = await serveReplies([say('It is so.')])
  t.teardown(() => endpoint.close())
  const me = sitDown(t, box, [], { shell: true })
  await me.sees(/[$#] /)
  me.type(`${PROGRAM_WORDS} --base-url ${endpoint.baseUrl} -m fake -c\r`)
  await me.sees(/\/help[\s\S]*There is no session to continue here\. A new one starts\.[\s\S]*> /)
  me.type('is it')
  await me.sees('> is it')
  me.type('\x0ain two rows')
  await me.sees('in two rows')
  me.type('\x1a')
  await me.sees('Stopped')
  me.type('echo out$((40+2))\r')
  await me.sees('out42')
  me.type('fg\r')
  await me.sees('> is it')
  me.type(' so?')
  t.notMatch(await me.sees('so?'), '> is it', 'the area is drawn once')
  me.type('\r')
  await me.sees('It is so.')
  await me.sees('> ')
  me.type('/exit\r')
  await me.sees(/[$#] /)
  me.type('exit\r')
  t.equal(await me.leaves(), 0)
  t.match(JSON.stringify(endpoint.asks[0]?.body), /is it\\\\nin two rows so\?/)
})

t.test('-p asks nobody, also on a terminal', WITH_TERMINAL, async (t) => {
  // The program waits a second for it.
  const slow = { 'bin/git': '#!/bin/sh\nexec sleep 30\n', '.git/HEAD': 'ref: refs/heads/main\n' }
  const box = openProgram(t, slow)
  chmodSync(join(box.cwd, 'bin/git'), 0o755)
  const env = { PATH: `${join(box.cwd, 'bin')}:${process.env.PATH}` }
  const touch = act(['run_command', { command: 'touch made' }])
  const endpoint = await serveReplies([
    touch,
    ...Array.from({ length: 9 }, () => say('I may not.')),
  ])
  t.teardown(() => endpoint.close())
  const words = ['-p', 'make a file', '--base-url', endpoint.baseUrl, '-m', 'fake']
  const me = sitDown(t, box, words, { env })
  await me.sees('… reading the folder')
  const shown = await me.sees(/allow\?|denied/)
  // A question would wait for a key for ever.
  if (shown.includes('allow?')) return t.fail(shown)
  t.equal(await me.leaves(), 3, me.screen())
  t.notMatch(me.screen(), /allow\?/)
  t.notOk(existsSync(join(box.cwd, 'made')))
})
