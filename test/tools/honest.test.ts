import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'
import { type GlobResult, type GrepResult, openWorkspace } from '#workspace'
import { describeFileError } from '../../libs/workspace/files/describe_error.js'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

function open(
  t: Test,
  files: Record<string, string | Record<string, string>>,
  deny: string[] = [],
) {
  const root = t.testdir(files)
  const env = {
    ...process.env,
    AIRCODER_TOKEN: 'canary-a',
    GITHUB_TOKEN: 'canary-b',
    PGPASSWORD: 'canary-c',
    MYSQL_PWD: 'canary-d',
    GITHUB_PAT: 'canary-e',
    PLAIN: 'shown',
  }
  const context = toolContext(openWorkspace({ root, deny, env }))
  const call = async (name: string, given: Record<string, unknown>) => {
    const checked = registry.validate({ id: 'c', name, arguments: given })
    if (!checked.ok) throw new Error(checked.message)
    return checked.tool.run(checked.input, context)
  }
  return { root, call }
}

t.test('row 85: a search names what it did not read, and why', async (t) => {
  const { root, call } = open(
    t,
    {
      'a.txt': 'needle\n',
      '.gitignore': 'out\n',
      'secret.pem': 'needle\n',
      out: { 'b.txt': 'needle\n' },
    },
    ['*.pem'],
  )
  writeFileSync(join(root, 'big.dat'), Buffer.alloc(LIMITS.fileBytes + 1, 'x'))
  writeFileSync(join(root, 'logo.bin'), Buffer.from([0, 1, 2, 0, 255]))
  const found = await call('grep', { pattern: 'needle' })
  t.match(found.text, /1 match in 1 file/)
  t.match(
    found.text.split('\n').at(-1),
    'Not searched: big.dat (too large); logo.bin (binary); 1 denied file; out/ (ignored by git).',
    'also beside matches, in one line',
  )
  t.notMatch(found.text, /secret\.pem/)
  const none = await call('grep', { pattern: 'nowhere' })
  t.match(
    none.text,
    /big\.dat \(too large\); logo\.bin \(binary\); 1 denied file; out\/ \(ignored by git\)/,
  )
  const big = await call('grep', { pattern: 'x', path: 'big.dat' })
  t.match(big.text, /Find lines with run_command: grep -n PATTERN big\.dat/)
  const read = await call('read_file', { path: 'big.dat' })
  t.match(read.text, /Read a part with run_command: sed -n '1,100p' big\.dat/)
  const part = await call('run_command', { command: "sed -n '1,1p' big.dat | head -c 3" })
  t.match(part.text, /xxx/)
})

t.test('commands that print variables show the environment without secrets', async (t) => {
  const { call } = open(t, {})
  for (const command of ['env', 'printenv', 'export -p', 'set', 'declare -p']) {
    // Of a large environment only the head and the tail would be shown.
    const { text } = await call('run_command', { command: `${command} | grep -E 'PLAIN|canar[y]'` })
    t.match(text, /PLAIN/, command)
    t.notMatch(text, /canary/, command)
  }
})

t.test('an error of the system is a sentence about the file of the user', async (t) => {
  t.equal(describeFileError({ code: 'ENOSPC' }), 'the disk is full')
  t.equal(describeFileError({ code: 'EXYZ' }), 'the system reports EXYZ')
  t.equal(describeFileError(new Error('x')), 'the system refused it')
  if (process.getuid?.() === 0) return
  const { root, call } = open(t, { 'a.txt': 'x\n' })
  chmodSync(join(root, 'a.txt'), 0)
  t.match(
    (await call('read_file', { path: 'a.txt' })).text,
    /^a\.txt cannot be opened: you have no permission for it\./,
  )
})

t.test('a search that ended early without a match does not say that there is none', async (t) => {
  const root = t.testdir({ 'a.txt': 'x\n' })
  const whole = openWorkspace({ root, deny: [], env: process.env })
  const [truncated, engine] = [true, 'ripgrep'] as const
  const early = {
    ...whole,
    glob: async (): Promise<GlobResult> => ({ ok: true, paths: [], truncated, engine }),
    grep: async (): Promise<GrepResult> => ({
      ok: true,
      lines: [],
      skipped: null,
      truncated,
      engine,
    }),
  }
  for (const name of ['glob', 'grep']) {
    const checked = registry.validate({ id: 'c', name, arguments: { pattern: 'b' } })
    if (!checked.ok) throw new Error(checked.message)
    const { text, evidence } = await checked.tool.run(checked.input, toolContext(early))
    t.match(text, /^The search did not end in time\. No .* until then\. Pass a path\./)
    t.match(evidence?.[0]?.summary, /: not ended in time$/)
  }
})
