import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import {
  type BackgroundRead,
  type CommandRequest,
  openWorkspace,
  processIsOurs,
  type SandboxOptions,
} from '#workspace'
import { findMarked, markSeconds } from '../kit/marked_sleep.js'

const { PATH } = process.env
const state = await openWorkspace({
  root: t.testdir({}),
  deny: [],
  env: { PATH },
  sandbox: { mode: 'auto', network: false },
}).sandbox()
const here = state.active ? {} : { skip: `no sandbox here: ${state.text}` }
/** Unique on this machine, also while another run of the suite uses it. */
const UNIQUE = `${process.pid}-${randomBytes(4).toString('hex')}`

interface Box {
  root: string
  home: string
  run(
    command: string,
    more?: Partial<CommandRequest>,
  ): Promise<{ output: string; code: number | null }>
  workspace: ReturnType<typeof openWorkspace>
}

const DENY = ['.env', '*.pem', 'secrets/**', '**/.git/**']

function open(t: Test, over: Partial<SandboxOptions> = {}, deny = DENY): Box {
  // The sandbox hides this folder and the home; what lies in others of the system can be read.
  const base = realpathSync(mkdtempSync('/tmp/aircoder-box-'))
  t.teardown(() => rmSync(base, { recursive: true, force: true }))
  const [root, home] = [join(base, 'work'), join(base, 'home')]
  mkdirSync(join(root, 'secrets'), { recursive: true })
  mkdirSync(join(home, '.ssh'), { recursive: true })
  writeFileSync(join(home, '.ssh', 'id'), 'HOME-SECRET\n')
  writeFileSync(join(base, 'outside.txt'), 'OUTSIDE-SECRET\n')
  writeFileSync(join(root, '.env'), 'ENV-SECRET\n')
  writeFileSync(join(root, 'secrets', 'a.txt'), 'FOLDER-SECRET\n')
  writeFileSync(join(root, 'plain.txt'), 'plain\n')
  const env = { PATH, HOME: home, LANG: 'C.UTF-8', MY_TOKEN: 'TOKEN-SECRET' }
  const sandbox = { mode: 'on' as const, network: false, ...over }
  const workspace = openWorkspace({ root, deny, env, sandbox })
  return {
    root,
    home,
    workspace,
    async run(command, more = {}) {
      const result = await workspace.runCommand({ command, timeoutMs: 20_000, ...more })
      return { output: result.output, code: result.exitCode }
    },
  }
}

t.test(
  'commands write the workspace, read the system and have their own /tmp and home',
  here,
  async (t) => {
    const { run, root } = open(t)
    t.same(await run('pwd; cat plain.txt; echo new > new.txt; mkdir -p d/e; exit 3'), {
      code: 3,
      output: `${root}\nplain\n`,
    })
    t.equal(readFileSync(join(root, 'new.txt'), 'utf8'), 'new\n')
    t.match(await run('ls /usr/bin | wc -l; git --version; node --version'), {
      code: 0,
      output: /git version.*\nv\d/,
    })
    const mine = `/tmp/aircoder-${UNIQUE}`
    t.match(await run(`echo x > ${mine} && cat ${mine} && echo y > ~/cache && cat ~/cache`), {
      output: 'x\ny\n',
    })
    t.notOk(existsSync(mine), '/tmp outside is unchanged')
  },
)

t.test('reports a sandbox that cannot be set up', here, async (t) => {
  const base = t.testdir({ work: {} })
  const runWithHome = (home: string) =>
    openWorkspace({
      root: join(base, 'work'),
      deny: [],
      env: { PATH, HOME: home },
      sandbox: { mode: 'auto', network: false, home: join(base, 'own') },
    }).runCommand({ command: 'echo ran', timeoutMs: 20_000 })
  // In a folder that the sandbox does not hide, a missing home cannot be created.
  t.match(await runWithHome('/usr/aircoder-missing'), { exitCode: 0, output: 'ran\n' })
  // No folder can be mounted over a file.
  t.match(await runWithHome('/dev/null'), {
    exitCode: null,
    output: /^The command could not be started: the sandbox could not be set up: .*--sandbox off/,
  })
})

t.test('attack: a command cannot read files outside or denied files', here, async (t) => {
  const { run, home, root } = open(t)
  const tries = [
    `cat ${home}/.ssh/id`,
    'cat ~/.ssh/id',
    'cat ../outside.txt',
    'ln -s ../outside.txt l; cat l',
    'cat .env',
    'cat ./.e""nv; cat .en?; p=.env; cat $p',
    'cp .env copy; mv .env moved; ln .env hard; cat copy moved hard',
    'cat secrets/a.txt; ls secrets; mv secrets s2; cat s2/a.txt',
    'umount .env; umount secrets; mount -o remount,rw .env; cat .env',
    'cat /proc/1/root$PWD/../outside.txt; cat /proc/1/environ /proc/*/environ',
    `cat /proc/self/root${root}/.env; cat /proc/self/cwd/.env`,
    'find . -inum $(stat -c %i .env) -exec cat {} +',
    'unshare -Ur cat .env; nsenter -t 1 -m cat .env',
    `python3 -c "print(open('.env').read())"; node -e "console.log(require('fs').readFileSync('.env','utf8'))"`,
    'tar cf - . | strings; grep -r SECRET . ..; env',
    'ls /root /home /run/user /var/run/docker.sock; find / -name id -path "*ssh*" 2>/dev/null | xargs cat',
    'debugfs -R "cat .env" /dev/sda1; dd if=/dev/sda count=1; head -c 64 /dev/mem',
  ]
  for (const command of tries) t.notMatch((await run(command)).output, /SECRET/, command)
  t.equal(readFileSync(join(root, '.env'), 'utf8'), 'ENV-SECRET\n', 'it is unchanged')
  t.equal(readFileSync(join(root, 'secrets/a.txt'), 'utf8'), 'FOLDER-SECRET\n')
})

t.test('attack: a hard link to a denied file is empty as well', here, async (t) => {
  const { run, root } = open(t)
  linkSync(join(root, '.env'), join(root, 'innocent.txt'))
  t.notMatch((await run('cat innocent.txt plain.txt')).output, /SECRET/)
  t.match((await run('cat plain.txt')).output, /plain/)
})

const ELSEWHERE = ['/etc', '/usr', '/var'].map((folder) => `${folder}/aircoder-${UNIQUE}`)

t.test('attack: a command cannot write outside the workspace', here, async (t) => {
  const { run, root, home } = open(t)
  t.teardown(() => {
    for (const path of ELSEWHERE) rmSync(path, { force: true })
  })
  const outside = join(root, '..', 'outside.txt')
  for (const command of [
    `echo hit > ${outside}`,
    `rm -f ${outside}`,
    `mkdir -p ${home}/.config && echo hit > ${home}/.bashrc`,
    `touch ${ELSEWHERE.join(' ')}`,
    'echo hit > .env; echo hit > secrets/new',
  ])
    await run(command)
  t.equal(readFileSync(outside, 'utf8'), 'OUTSIDE-SECRET\n')
  t.notOk(existsSync(join(home, '.bashrc')))
  for (const path of ELSEWHERE) t.notOk(existsSync(path), path)
  t.notOk(existsSync(join(root, 'secrets/new')))
})

t.test(
  'attack: git works, but hooks and config of the repository cannot be changed',
  here,
  async (t) => {
    const { run, root } = open(t)
    execFileSync('git', ['init', '-q'], { cwd: root })
    const who = '-c user.name=a -c user.email=a@example.invalid'
    t.equal(
      (await run(`git add plain.txt && git ${who} commit -qm one && git log --oneline`)).code,
      0,
    )
    await run(
      'echo "#!/bin/sh" > .git/hooks/pre-commit; git config core.pager evil; rm -rf .git/hooks',
    )
    t.notOk(existsSync(join(root, '.git/hooks/pre-commit')))
    t.notMatch(readFileSync(join(root, '.git/config'), 'utf8'), /evil/)
  },
)

t.test('attack: the network is off, but the loopback of the sandbox works', here, async (t) => {
  const server = createServer((socket) => socket.end('REACHED'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  t.teardown(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const reach = `node -e "require('net').connect(${port},'127.0.0.1').on('data',d=>console.log(''+d)).on('error',e=>console.log(e.code))"`
  t.equal((await open(t).run(reach)).output, 'ECONNREFUSED\n')
  t.equal((await open(t, { network: true }).run(reach)).output, 'REACHED\n')
  const own = `node -e "const s=require('net').createServer(c=>c.end('OWN')).listen(0,'127.0.0.1',()=>require('net').connect(s.address().port).on('data',d=>{console.log(''+d);process.exit()}))"`
  t.equal((await open(t).run(own)).output, 'OWN\n', 'tests with local servers work')
})

t.test('attack: a command cannot see or kill processes outside', here, async (t) => {
  const outside = spawn('sleep', ['300'])
  t.teardown(() => outside.kill('SIGKILL'))
  const { run } = open(t)
  // Only this pid: if the sandbox failed, the test must not kill other processes.
  await run(`kill -9 ${outside.pid}`)
  t.equal(outside.exitCode, null)
  t.equal(outside.signalCode, null)
  const { output } = await run('ls /proc | grep -c "^[0-9]*$"')
  t.ok(Number(output) < 10, output)
})

t.test(
  'deadline, process group, start time, abort and memory limits hold in the sandbox',
  here,
  async (t) => {
    const { workspace } = open(t)
    const one = markSeconds()
    const command = `trap '' TERM; (setsid sleep ${one} &) ; (trap '' TERM; sleep ${one}) & echo started; sleep ${one}; sleep ${one}`
    // On a busy machine the first deadlines come before the first line.
    for (let timeoutMs = 1_000, output = ''; output === ''; timeoutMs *= 2) {
      const late = await workspace.runCommand({ command, timeoutMs })
      t.match(late, { timedOut: true, exitCode: null, output: /^(?:started\n)?$/ })
      t.same(findMarked(one), [])
      output = late.output
    }
    let ours = false
    const stop = new AbortController()
    const aborted = await workspace.runCommand({
      command: `echo begun; sleep ${one}`,
      timeoutMs: 20_000,
      signal: stop.signal,
      onSpawn: (pid, start) => {
        ours = processIsOurs(pid, start)
      },
      onOutput: () => stop.abort(),
    })
    t.ok(ours)
    t.match(aborted, { aborted: true, output: 'begun\n' })
    t.same(findMarked(one), [])
    await workspace.runCommand({ command: `setsid sleep ${one} & echo done`, timeoutMs: 20_000 })
    t.same(findMarked(one), [], 'processes that it leaves behind are ended')
    const loud = await workspace.runCommand({
      command: 'yes | head -c 50000000; exit 5',
      timeoutMs: 300_000,
    })
    t.match(loud, { exitCode: 5, truncated: true })
    t.match(await workspace.runCommand({ command: 'kill -9 $$', timeoutMs: 20_000 }), {
      exitCode: 137,
    })
  },
)

t.test('background commands run in the sandbox and are ended', here, async (t) => {
  const { workspace } = open(t)
  const { background } = workspace
  const one = markSeconds()
  const started = await background.start({ command: `cat .env; echo up; sleep ${one}` })
  if (!started.ok) return t.fail(started.message)
  let read: BackgroundRead | null = started
  while (read?.output === '') read = await background.read('c1')
  t.match(read, { output: 'up\n', end: null })
  await background.stop('c1')
  t.same(findMarked(one), [], 'no process is left')
})

t.test('the home of the sandbox keeps caches from one command to the next', here, async (t) => {
  const kept = t.testdir({})
  const { run, home } = open(t, { home: join(kept, 'home') })
  await run('mkdir -p ~/.cache && echo warm > ~/.cache/x')
  t.match(await run('cat ~/.cache/x'), { output: 'warm\n' })
  t.notOk(existsSync(join(home, '.cache')), 'the user’s home is unchanged')
  t.notMatch((await run('cat ~/.ssh/id')).output, /SECRET/)
})

t.test('too many denied files: `auto` reports it and `on` refuses', here, async (t) => {
  const auto = open(t, { mode: 'auto' })
  for (let at = 0; at <= LIMITS.sandboxMasks; at += 1)
    writeFileSync(join(auto.root, `k${at}.pem`), 'x')
  const result = await auto.workspace.runCommand({ command: 'echo ran', timeoutMs: 20_000 })
  t.match(result, { output: 'ran\n', sandbox: { masked: false, network: false } })
  const on = open(t)
  for (let at = 0; at <= LIMITS.sandboxMasks; at += 1)
    writeFileSync(join(on.root, `k${at}.pem`), 'x')
  t.match(await on.run('echo ran'), { code: null, output: /too many denied files to hide/ })
})

t.test('without bubblewrap `auto` runs and reports it, `on` refuses', async (t) => {
  const root = t.testdir({})
  const at = (mode: SandboxOptions['mode'], path: string) =>
    openWorkspace({ root, deny: [], env: { PATH: path }, sandbox: { mode, network: false } })
  const bare = t.testdir({ bin: {} })
  t.match(await at('auto', bare).sandbox(), {
    active: false,
    text: /none: bubblewrap .* not installed/,
  })
  const run = { command: 'echo ran', timeoutMs: 20_000 }
  const ran = await at('auto', bare).runCommand(run)
  t.equal(ran.sandbox, undefined)
  t.match(await at('on', bare).runCommand(run), { exitCode: null, output: /only in a sandbox/ })
  t.match(await at('off', PATH ?? '').sandbox(), {
    active: false,
    text: /the settings turn it off/,
  })
  // Installed, but the system does not allow it.
  const broken = t.testdir({
    bwrap: '#!/bin/sh\necho no permission to make namespaces >&2; exit 1\n',
  })
  execFileSync('chmod', ['+x', join(broken, 'bwrap')])
  t.match(await at('auto', broken).sandbox(), {
    active: false,
    text: /does not work here \(no perm/,
  })
})

t.test(
  'finding 22: an allowed write outside reaches its place, and nothing else does',
  here,
  async (t) => {
    const { root, home, workspace } = open(t)
    const base = join(root, '..')
    writeFileSync(join(base, 'log.txt'), 'old\n')
    const at = (name: string) => join(base, name)
    const run = async (command: string, paths: string[], held: string[] = []) => {
      const opened = workspace.permitWrites({ open: paths, held })
      return opened.runCommand({ command, timeoutMs: 20_000 })
    }
    const made = await run(
      'touch ../t3; mkdir -p ../d/e && echo x > ../d/e/f; echo no > ../other',
      [at('t3'), at('d/e')],
    )
    t.match(made, { exitCode: 0, outside: [/t3/, /d\/e/] })
    t.equal(readFileSync(at('t3'), 'utf8'), '')
    t.equal(readFileSync(at('d/e/f'), 'utf8'), 'x\n')
    t.notOk(existsSync(at('other')), 'a path that was not allowed')
    t.match(await run('echo new >> ../log.txt; cat ../log.txt', [at('log.txt')]), {
      output: 'old\nnew\n',
    })
    t.equal(readFileSync(at('log.txt'), 'utf8'), 'old\nnew\n')
    t.match(await run('echo b > ~/b.js; cat ~/.ssh/id', [join(home, 'b.js')]), {
      output: /No such file/,
    })
    t.equal(readFileSync(join(home, 'b.js'), 'utf8'), 'b\n')
    const denied = await run(
      'echo hit > ../.env; echo hit > ~/.bashrc',
      [at('.env')],
      [join(home, '.bashrc')],
    )
    t.match(denied.outside, [/is lost.*/, /is lost/])
    t.notOk(existsSync(at('.env')) || existsSync(join(home, '.bashrc')))
    t.match(
      (await run('cp plain.txt ..', [base])).outside,
      [/is lost/],
      'a folder that holds the project',
    )
    t.match(await run('touch ../unseen', []), { exitCode: 1, output: /Read-only file system/ })
  },
)
