import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { type Ended, openProgram } from '../kit/program.js'
import { openProxyBox } from '../kit/proxy_process.js'

// The other tests run most commands in a warm process (test/kit/warm_program.ts): it must change nothing.

/** Other programs use the disk at the same time, and of two starts the later one may see a minute more. */
function comparable({ stdout, ...rest }: Ended): Ended {
  const steady = stdout.replace(/[\d,.]+ GiB free/, 'N GiB free')
  return { ...rest, stdout: steady.replace(/just now|\d+ \w+ ago/g, 'a while ago') }
}

t.test(
  'aircoder: each command started as a program ends as it does in the warm process',
  async (t) => {
    const endpoint = await serveReplies([say('Yes.')], { models: [{ id: 'fake' }] })
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'value.txt': 'one\n' })
    const folder = join(box.home, '.config', 'aircoder')
    mkdirSync(folder, { recursive: true })
    const own = { baseUrl: endpoint.baseUrl, model: 'fake', permissionMode: 'plan' }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(own))

    // Ids are random, so those of one run are not those of another.
    const ask = ['-p', 'is it so?', '-v']
    const asked = [await box.start(ask).ended, await box.run(ask)]
    for (const { code, stdout, stderr } of asked) {
      t.equal(`${code} ${stdout}`, '0 Yes.\n')
      t.match(stderr, /^task t_\w+ · fake · mode plan\n/, 'the settings are those below the home')
    }
    const call = { tool: 'read_file', arguments: { path: 'value.txt' } }
    const commands: [string[], string?][] = [
      [['sessions']],
      [['sessions', 'burn', 'x']],
      [['ledger', 'tasks']],
      [['ledger', 'verify']],
      [['egress', '--json']],
      [['trust']],
      [['undo', '--dry-run']],
      [['inspect', 'permit'], `${JSON.stringify(call)}\n`],
      [['doctor']],
      [['--nonsense']],
    ]
    for (const [args, input = ''] of commands) {
      const [started, warm] = await Promise.all([
        box.start(args, { input }).ended,
        box.run(args, { input }),
      ])
      t.same(comparable(warm), comparable(started), args.join(' '))
    }
  },
)

t.test('aircoder-proxy: the same for its commands', async (t) => {
  const box = openProxyBox(t)
  t.equal((await box.run('token', 'add', 'anna')).code, 0)
  for (const args of [
    ['token', 'list'],
    ['usage'],
    ['token', 'revoke', 'nobody'],
    ['token', 'nonsense'],
  ])
    t.same(await box.run(...args), await box.start(args).ended, args.join(' '))
})
