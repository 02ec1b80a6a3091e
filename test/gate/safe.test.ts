import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { plainFolder, plantTree } from './tree.js'

const base = plainFolder('safe')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const { work, workspace } = plantTree(base)

function ask(command: string, mode: Mode = 'default', safe: readonly string[] = []) {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) throw new Error(checked.message)
  const session = { mode, allow: [], approved: [], safe }
  return decide(
    gateRequest({ tool: checked.tool, input: checked.input, workspace, programs, session }),
  )
}

const SAFE = [
  'ls',
  'ls -la src',
  'cat README.md',
  'cat src/*.ts | head -20',
  'head -n 5 README.md; tail -n 5 README.md',
  'wc -l src/app.ts && echo done',
  'grep -rn export src',
  'grep -c x README.md 2>/dev/null',
  'rg export src',
  'find src -name "*.ts"',
  'find . -name "*.md" | sort | head',
  'timeout 5 cat README.md',
  'git status',
  'git status --short 2>&1 | head',
  'git log --oneline -5',
  'git diff --stat',
  'git show HEAD --stat',
  'git branch -a',
  'git ls-files | wc -l',
  'git -C src status',
  'git rev-parse HEAD',
  'cd src && ls',
  '(cd src; cat app.ts)',
  'pwd',
  'date',
  'which node',
  'test -f package.json && cat package.json',
  'for f in src/*.ts; do wc -l "$f"; done',
  'echo "$(cat README.md)"',
  'sort README.md | uniq -c',
  "sed -n '1,5p' README.md",
  'jq .name package.json',
  'env',
  'true',
  'set -euo pipefail; ls | head',
  'git diff -w',
  'git log -L 1,1:src/app.ts',
  'git branch -r --sort=-committerdate',
  'git tag --contains HEAD',
  'git reflog -10',
  'git stash show',
  'git config --get user.email',
  'git symbolic-ref --short HEAD',
  'git apply --check x.patch',
  'git notes list',
  "jq --arg k test '.scripts[$k]' package.json",
  '[ "$(git branch --show-current)" = main ] && echo main',
  'comm -12 <(sort list.txt) <(sort README.md)',
  'cat /dev/null',
  'tar tzf x.tgz | head',
  'free -m',
]
const NOT_SAFE = [
  'rm x',
  'touch x',
  'echo x > x',
  'echo x >> README.md',
  'cat README.md | tee x',
  'ls; rm x',
  'ls && touch x',
  'ls & touch x',
  'ls || touch x',
  'ls | xargs rm',
  'echo $(touch x)',
  'cat <(touch x)',
  'find . -delete',
  'find src -exec touch {} +',
  'find . -fprint x',
  'sort -o x README.md',
  'sort --output=x README.md',
  'sort --outp=x README.md',
  'uniq README.md x',
  'xxd README.md x',
  'tree -o x',
  'date -s 2020-01-01',
  'sed -i s/a/b/ README.md',
  "sed 'w x' README.md",
  'rg --pre sh x src',
  'git diff --output=x',
  'git diff --ext-diff',
  'git grep -Ovim x',
  'git log --textconv',
  'git branch new',
  'git branch -D old',
  'git tag v1',
  'git checkout main',
  'git stash',
  'git remote add a b',
  'git push',
  'git commit -m x',
  'git -c a.b=c status',
  'git help log',
  'python3 x.py',
  'python3 --version',
  'node -v',
  'perl x.pl',
  'awk 1 README.md',
  'sh -c ls',
  'bash scripts/build.sh',
  'sudo ls',
  'ssh host ls',
  'npx ls',
  'watch ls',
  'sort $(git ls-files)',
  './ls',
  'PATH=. ls',
  'ls /',
  'cat ../away/note.txt',
  'cat ~/notes.txt',
  'cat vendor/note.txt',
  'ls $x',
  'hash -p ./x ls',
  'npm test',
  'git config user.email x@y',
  'git config --get http.extraheader',
  'git symbolic-ref HEAD refs/heads/x',
  'git notes add -m x',
  'git apply x.patch',
  'git apply --check --apply x.patch',
  'git stash show; git stash drop',
  'set -- x; set -o keyword',
  'tar tf h:x',
  'tar xf x.tar',
  'tar tf x.tar --to-command=y',
  'cat /dev/sda',
  'curl http://h.example',
  'env ls x > y',
  'export A=b',
  'printf -v PATH x; ls',
]

t.test('row 193: a read-only command inside the folder needs no question', async (t) => {
  for (const mode of ['default', 'acceptEdits', 'plan'] as const)
    for (const command of SAFE) {
      const { decision, rule, reason } = ask(command, mode)
      t.equal(`${decision} ${rule}`, 'allow safe-command', `${mode}: ${command}: ${reason}`)
    }
})

t.test(
  'row 193: a command with one part, option or place that is not safe is asked; plan mode denies it',
  async (t) => {
    for (const command of NOT_SAFE) {
      t.not(ask(command).decision, 'allow', command)
      t.equal(ask(command, 'plan').decision, 'deny', command)
    }
  },
)

t.test('row 194: the refusal names the first part that is not safe', async (t) => {
  t.match(ask('ls; cat README.md | sort; touch x').reason, /part 4, `touch x`/)
  const inPlan = ask('git log && git push', 'plan')
  t.match(inPlan.reason, /part 2, `git push`/)
  t.match(inPlan.advice, /Read, plan with todo_write/)
})

t.test('settings add beginnings of commands, never interpreters', async (t) => {
  const safe = ['make test', 'python3', 'node', 'bash']
  t.equal(ask('make test', 'default', safe).rule, 'safe-command')
  t.equal(ask('ls && make test -k', 'plan', safe).rule, 'safe-command')
  for (const command of [
    'make',
    'make install',
    'make test > x',
    'make test; rm x',
    'sudo make test',
  ])
    t.not(ask(command, 'default', safe).decision, 'allow', command)
  for (const command of ['python3 x.py', 'node x.js', 'bash x.sh'])
    t.equal(ask(command, 'default', safe).decision, 'ask', command)
})

t.test(
  'git in a repository of another kind than .git is asked: its settings can run programs',
  async (t) => {
    const bare = join(work, 'data/store')
    for (const name of ['objects', 'refs', 'below'])
      mkdirSync(join(bare, name), { recursive: true })
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n')
    t.equal(ask('git -C data log').decision, 'allow')
    for (const command of [
      'git -C data/store log',
      'cd data/store && git status',
      'git -C data/store/below log',
    ])
      t.match(ask(command), { decision: 'ask', reason: /settings of its own/ }, command)
    rmSync(bare, { recursive: true })
  },
)
