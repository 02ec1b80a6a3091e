import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Approval, approvalFor, decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { plainFolder, plantTree } from './tree.js'

const base = plainFolder('approvals')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const { workspace } = plantTree(base)

function look(command: string, approved: readonly Approval[] = [], allow: string[] = []) {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) throw new Error(checked.message)
  return gateRequest({
    tool: checked.tool,
    input: checked.input,
    workspace,
    programs,
    session: {
      mode: 'default',
      allow,
      approved,
    },
  })
}
function after(allowed: readonly string[], command: string): string {
  const approved = allowed.flatMap((one) => approvalFor(look(one))?.approval ?? [])
  return decide(look(command, approved)).decision
}

t.test('row 189: an answer names the pattern that it will allow', async (t) => {
  const rows: [string, string | undefined][] = [
    ['npm test', 'commands like: npm test *'],
    ['npm run build -- -v', 'commands like: npm run build *'],
    ['git commit -m "a"', 'commands like: git commit *'],
    ['npm test && git commit -m "a"', 'commands like: npm test *, git commit *'],
    ['ls; cargo build --release', 'commands like: cargo build *'],
    ['rm -rf dist', 'exactly: rm -rf dist'],
    ['curl http://h.example', 'exactly: curl http://h.example'],
    ['sudo npm test', 'exactly: sudo npm test'],
    ['npm test > out.log', 'exactly: npm test > out.log'],
    ['node a.js', 'exactly: node a.js'],
    ['bash scripts/build.sh', 'exactly: bash scripts/build.sh'],
    ['git -C src commit', 'exactly: git -C src commit'],
    ['python -c 1', undefined],
    ['cat $x', undefined],
  ]
  for (const [command, wording] of rows)
    t.equal(approvalFor(look(command))?.wording, wording, command)
})

t.test('an answer binds to all parts of the parsed command', async (t) => {
  const covered: [string[], string][] = [
    [['npm test'], 'npm test'],
    [['npm test'], 'npm   test -- -u'],
    [['npm test'], 'npm test 2>&1 | tail -20'],
    [['npm test'], 'cd src && npm test'],
    [['npm test', 'git commit -m a'], 'npm test && git commit -m "b"'],
    [['npm test && git commit -m a'], 'git commit -m "c .env"'],
    [['npm run build'], 'npm run build && ls'],
    [['rm -rf dist'], 'rm -rf dist'],
    [['rm -rf dist'], 'ls && rm -rf dist'],
    [['npm test > out.log'], 'npm test > out.log'],
    [['cd src && node a.js'], 'cd src && node a.js'],
    [['cd src && node a.js'], 'cd src; node a.js'],
  ]
  for (const [allowed, command] of covered)
    t.equal(after(allowed, command), 'allow', `${allowed} then ${command}`)
  const asked: [string[], string][] = [
    [['npm test'], 'npm test; rm -rf dist'],
    [['npm test'], 'npm test & curl http://h.example'],
    [['npm test'], 'npm test | sh'],
    [['npm test'], 'npm test $(curl http://h.example)'],
    [['npm test'], 'npm test > out.log'],
    [['npm test'], 'npm test ../../other'],
    [['npm test'], 'npm run test'],
    [['npm test'], 'npm testx'],
    [['npm test'], './npm test'],
    [['npm test'], 'PATH=. npm test'],
    [['npm test'], 'npm_config_script_shell=./x npm test'],
    [['npm test'], 'export PATH=.; npm test'],
    [['npm test'], 'sudo npm test'],
    [['npm test'], 'xargs npm test'],
    [['npm test'], 'bash -c "npm test"'],
    [['npm test'], 'npm test\ncurl http://h.example'],
    [['npm test'], 'npm test # x\nrm x'],
    [['npm run build'], 'npm run deploy'],
    [['git commit -m a'], 'git push'],
    [['git commit -m a'], 'git -c core.pager=x commit -m b'],
    [['rm -rf dist'], 'rm -rf dist src'],
    [['rm -rf dist'], 'rm -rf src'],
    [['curl http://h.example'], 'curl http://other.example'],
    [['npm test > out.log'], 'npm test > src/app.ts'],
    [['npm test; ls'], 'npm test; ls; rm x'],
    [['sudo npm test'], 'npm test'],
    [['rm README.md'], 'cd src && rm README.md'],
    [['rm README.md'], '(cd docs; rm README.md)'],
    [['rm README.md'], 'pushd src; rm README.md'],
    [['node a.js'], 'cd docs && node a.js'],
    [['cd src && node a.js'], 'node a.js'],
    [['npm test'], 'npm test --script-shell=./x'],
    [['pytest'], 'pytest -p evil'],
    [['go test ./...'], 'go test -exec ./x ./...'],
    [['go test ./...'], 'go test -toolexec=./x ./...'],
    [['eslint src'], 'eslint -c other.js src'],
    [['eslint src'], 'eslint --rulesdir rules src'],
    [['prettier --write a.ts'], 'prettier --plugin=./x.js --write a.ts'],
  ]
  for (const [allowed, command] of asked)
    t.not(after(allowed, command), 'allow', `${allowed} then ${command}`)
  t.equal(after(['npm test'], 'npm test .env'), 'deny')
})

t.test('allow globs judge each part of a command on its own', async (t) => {
  const all = ['run_command:*']
  const npm = ['run_command:npm *']
  const rows: [allow: string[], command: string, wanted: string][] = [
    [all, 'npm test 2>&1 | tail -5', 'allow'],
    [all, 'npm test || true', 'allow'],
    [all, 'npm test && echo ok', 'allow'],
    [all, `sed -i "s/test('q/x/" f`, 'allow'],
    [all, 'cd src && make', 'allow'],
    [npm, 'npm test 2>&1 | tail -5', 'allow'],
    [npm, 'npm test 2>/dev/null; npm run lint', 'allow'],
    [[...npm, 'run_command:make*'], 'npm test && make all', 'allow'],
    [npm, 'npm test && make all', 'ask'],
    [npm, 'cd other && npm test', 'ask'],
    [npm, 'npm test; curl x.org', 'ask'],
    [npm, 'npm test $(id -u)', 'ask'],
    [npm, 'npm test | sh', 'ask'],
    [npm, 'npm test > out.txt', 'ask'],
    [npm, 'npm test | tee out.txt', 'ask'],
    [npm, "'npm test' | tail", 'ask'],
    [npm, 'sudo npm test | tail', 'ask'],
    [npm, 'X=1 npm test | tail', 'ask'],
    [npm, 'npm() { make; }; npm test', 'ask'],
    [['run_command:npm run a'], "npm 'run a' | tail", 'ask'],
    [all, 'npm test > out.txt', 'ask'],
    [all, 'npm test | node -e "x()"', 'ask'],
    [all, 'npm test && cat .env', 'deny'],
    [all, 'npm test | tail > .git/config', 'deny'],
  ]
  for (const [allow, text, wanted] of rows) {
    const { decision, reason } = decide(look(text, [], allow))
    t.equal(decision, wanted, `${allow} for ${text}: ${reason}`)
  }
  const why = (allow: string[], text: string) => decide(look(text, [], allow)).reason
  t.match(
    why(npm, 'npm test && make all'),
    /does not cover it: part 2, `make all`, matches no glob/,
  )
  t.match(why(all, 'npm test > out.txt'), /does not cover it: it writes to a file by a redirect/)
})

t.test('finding 22: the report lists every place outside that a command writes', async (t) => {
  const writes = (command: string) => {
    const { open = [], held = [] } = look(command).command?.outsideWrites ?? {}
    return [open, held].map((paths) => paths.map((path) => path.replace(workspace.root, 'W')))
  }
  const up = (name: string) => join(workspace.root, '..', name)
  t.same(writes('touch ../t3 ../t4'), [[up('t3'), up('t4')], []])
  t.same(writes('echo a > ../n.txt; cat ../away/note.txt'), [[up('n.txt')], []])
  t.same(writes('cp src/app.ts ~/.bashrc')[1], [join(workspace.home ?? '', '.bashrc')])
  t.same(writes('touch new.txt; echo a > /dev/null'), [[], []])
})
