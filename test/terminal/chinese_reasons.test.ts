import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { decide, gateRequest, loadPrograms } from '#gate'
import type { Measured } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { measuredRows, profileRows } from '../../apps/cli/doctor/model_rows.js'
import { ORIGINS } from '../../libs/model/profile/profile.js'
import { sayChinese } from '../../libs/terminal/chinese/say.js'

const MEASURED: Measured = {
  atMs: 5_000,
  reportedWindow: 32_768,
  tools: 'native',
  templateTools: true,
  dialect: 'hermes',
  thinking: 'field',
  parallelCalls: true,
  escaping: true,
  tagEscaping: null,
  vision: true,
  windowTokens: 16_384,
  windowProof: 'cut',
  prefillPerS: 1_234.5,
  decodePerS: 41,
  prefixReuse: true,
  recurrent: true,
  tokenFactor: 1.1,
  missing: {},
}
/** Each row of `doctor --model` in each of its forms. */
const OTHERS: readonly Partial<Measured>[] = [
  {},
  { tools: 'text', thinking: 'tags', windowProof: 'refused', decodePerS: 1, recurrent: false },
  { tools: 'text', templateTools: false, reportedWindow: null },
  { tools: 'none', thinking: 'none', windowProof: 'whole', prefillPerS: null },
  { tools: 'none', templateTools: false, dialect: null, windowTokens: null },
  { parallelCalls: false, vision: false, escaping: false, tagEscaping: true },
  { escaping: false, tagEscaping: false, prefixReuse: false, tokenFactor: 9 },
  { missing: { vision: 'the request was not sent', dialect: 'not needed: native calls work' } },
]
/** Sentences that the sources put together from parts. */
const JOINED = [
  'the end is in a language that cannot be compared with the changes',
  'the task is in a language that cannot be compared with the changes',
  'no change, file or output of this task contains "cache"',
  'the end says "cache", and the changes bring in no word, number or sign for it',
  'Plan mode changes nothing and runs only read-only commands. run_command was not run: npm is not on the list of safe commands.',
]
/** Tables of what an end claims, and how the judge writes a row of each. */
const CLAIMS = {
  'content/content_forms': 'the summary says that 12, and no changed line and no result shows it',
  'stated/effects': 'the summary says that something was 12, and no command of this task did it',
  'stated/claimed_files': 'the summary says that 12 was written, and the task changed no such file',
}
/** One of so many doubts may have no Chinese yet. */
const MOST_LEFT = 12
/** What models run most, and what the gate asks about most. */
const COMMANDS = [
  'npm install x',
  'npx vitest run',
  'pip install -e .',
  'python3 script.py',
  'python3 -c "print(1)"',
  'node -e "1"',
  'bash run.sh',
  'sh -c "$X"',
  './run',
  'make all',
  'cargo build',
  'go run .',
  'git add -A',
  'git commit -m x',
  'git push',
  'git checkout -b x',
  'git stash',
  'git -C .. log',
  'git -c core.pager=x log',
  'git -c user.name=x log',
  'git --git-dir=a log',
  'git --exec-path=a log',
  'git log --output=a',
  'git log --pretty=%x --ext-diff',
  'git diff --no-index a b',
  'git branch -D x',
  'git tag -d x',
  'git config user.name x',
  'git config --get-regexp x',
  'git remote add x y',
  'git remote -v update',
  'git grep -O a',
  'git show $X',
  'git $X',
  'git frobnicate',
  'git log --frobnicate',
  'git worktree add a',
  'git submodule update',
  'git bisect run make',
  'git rebase -x make main',
  'git clone https://a.example/b',
  'GIT_DIR=a git log',
  'rm -rf build',
  'mkdir a && touch a/b',
  'mv a b',
  'cp a b',
  'ls > a.txt',
  'sed -i s/a/b/ c',
  'curl https://a.example',
  'ssh host ls',
  'docker ps',
  'kubectl get pods',
  'cat $FILE',
  '$RUN',
  'echo $(date) | sh',
  'eval "$A"',
  'cat a | xargs rm',
  'chmod +x a',
  'kill 1',
  'tar xf a.tar',
  'ls ../../..',
  'cd src && npm test',
  'cat <<X',
  'if true; then',
]

t.test('each finding of doctor is in Chinese', async (t) => {
  const texts = ['endpoint_checks', 'place_checks', 'trust_check'].flatMap((name) =>
    textsOf(`apps/cli/doctor/${name}.ts`, ''),
  )
  t.ok(texts.length > 30, `${texts.length} texts`)
  t.same(texts.filter(isEnglish), [])
  const rows = OTHERS.flatMap((other) => measuredRows({ ...MEASURED, ...other }))
  t.same(rows.flatMap(({ text, fix = '' }) => [text, fix]).filter(isEnglish), [])
  const values = ORIGINS.flatMap((origin) =>
    profileRows({ values: { topP: 0.9 }, origins: { topP: origin } } as never),
  ).map(({ text }) => text)
  t.equal(values.length, ORIGINS.length)
  t.same(
    values.filter((text) => sayChinese.part(text) === text),
    [],
    'whose value it is',
  )
  const checks = rows.map(({ check }) => check)
  t.same(
    checks.filter((check) => sayChinese.part(check) === check && check !== 'dialect'),
    [],
  )
})

t.test('each reason of the judge is in Chinese', async (t) => {
  const laws = readdirSync('libs/planner/judge/laws', { recursive: true, encoding: 'utf8' })
  const texts = laws
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => textsOf(`libs/planner/judge/laws/${path}`, String.raw`\breason(?::| =)\s*`))
  t.ok(texts.length > 40, `${texts.length} reasons`)
  t.same([...texts, ...JOINED].filter(isEnglish), [])
  for (const [name, form] of Object.entries(CLAIMS)) {
    const claims = saidIn(`libs/planner/judge/${name}.ts`)
    t.ok(claims.length > 3, `${claims.length} claims`)
    t.same(
      claims.filter((claim) => sayChinese.part(claim) === claim),
      [],
      name,
    )
    t.same(claims.map((claim) => form.replace('12', claim)).filter(isEnglish), [])
  }
})

t.test('each reason of the gate is in Chinese', async (t) => {
  const rules = textsOf('libs/gate/policy/rules.ts', String.raw`verdict\(\s*'\w+',\s*'[\w-]+',\s*`)
  t.ok(rules.length > 10, `${rules.length} reasons`)
  t.same(rules.filter(isEnglish), [])
  const unsure = readdirSync('libs/gate/shell', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => textsOf(`libs/gate/shell/${path}`, String.raw`\bunsure\(\s*`))
  t.ok(unsure.length > 80, `${unsure.length} doubts`)
  const verbs = readFileSync('libs/gate/shell/git/git_trees.ts', 'utf8').matchAll(
    /\bask\([\s\S]*?'([a-z ]+)',?\s*\)/g,
  )
  const inTrees = [...verbs].map(([, verb]) => `git 12 ${verb} 12, which is protected`)
  t.ok(inTrees.length > 8, `${inTrees.length} verbs`)
  const all = new Set([...unsure, ...inTrees])
  all.delete('git 12 12 12, which is protected')
  // Work on the gate adds doubts; their Chinese may follow.
  const left = [...all].filter(isEnglish)
  t.ok(left.length <= all.size / MOST_LEFT, left.join('\n'))

  const root = realpathSync(mkdtempSync(join(tmpdir(), 'aircoder-chinese-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  const workspace = openWorkspace({ root, deny: ['.env'], env: {} })
  const programs = await loadPrograms()
  const registry = createRegistry(await loadBuiltinTools())
  const session = { mode: 'default' as const, allow: [], approved: [], safe: [] }
  const reasons = COMMANDS.map((command) => {
    const call = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
    if (!call.ok) throw new Error(call.message)
    const { tool, input } = call
    return decide(gateRequest({ tool, input, workspace, programs, session })).reason
  })
  t.same(reasons.filter(isEnglish), [])
})

t.test('the parts of a reason are in Chinese too', async (t) => {
  for (const [english, chinese] of [
    [
      'commands that are not read-only (part 2, `npm x`: npm is not on the list of safe commands)',
      '不是只读的命令（第 2 部分 `npm x`：npm 不在安全命令列表中）',
    ],
    [
      'no file or output that was read contains "a b"; an answer in other words than what was read cannot be checked',
      '读取的记录中没有 "a b"；与记录用词不同的回答无法检查',
    ],
    [
      'tests ran, but no change, file or output of this task contains "10"',
      '测试已运行，但此任务的更改、文件和输出中都没有 "10"',
    ],
    [
      'the task changed its tests: a.test.ts (it is deleted)',
      '任务更改了自己的测试：a.test.ts（它已被删除）',
    ],
  ] as const)
    t.equal(sayChinese.part(english), chinese)
})

/** What the rows of a table call what an end claims. */
function saidIn(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(/\bsaid: '([^']+)'/g)
  return [...new Set([...found].map(([, said = '']) => said))]
}

/** Texts of a source after these words, with `12` for each fact: it fits any place of a phrase. */
function textsOf(path: string, before: string): string[] {
  const source = readFileSync(path, 'utf8')
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^(?:import .*|\s*\/\/.*)$/gm, '')
  const text = new RegExp(`${before}(?:'((?:[^'\\\\\\n]|\\\\.)+)'|\`([^\`]+)\`)`, 'g')
  return [...source.matchAll(text)]
    .map(([, plain, template]) => plain ?? template ?? '')
    .map((one) => one.replace(/\$\{[^{}]*\? '[^{}']*' : '([^{}']*)'\}/g, '$1'))
    .map((one) => one.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '12').trim())
    .filter((one) => /[a-z]+ [a-z]+/i.test(one) && !/^the 12 |says 12, and 12|run12/.test(one))
}

/** Whether three words in a row are left that are no code and no path in brackets. */
function isEnglish(text: string): boolean {
  const said = sayChinese.part(text)
  const words = said.replace(/`[^`]*`/g, '').replace(/（[^（）]*[/=$"<>-][^（）]*）/g, '')
  return /[a-z]+[,;:]? [a-z]+[,;:]? [a-z]+/i.test(words)
}
