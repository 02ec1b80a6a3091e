import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { resolveSettings } from '#core'
import { openLedger } from '#ledger'
import { asBefore, givenTo, modelOf } from '../../apps/cli/run/given_flags.js'
import { keepRestrictions } from '../../apps/cli/run/keep_restrictions.js'
import { modelChange } from '../../apps/cli/run/model_change.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { jsonLines, openProgram } from '../kit/program.js'

const settings = resolveSettings([])

t.test('what a run was given is its flags and its variables, not the settings of a file', (t) => {
  const at = { settings, mode: settings.permissionMode }
  t.equal(givenTo({}, {}, at), null)
  const env = { AIRCODER_ROLLBACK: 'on-fail', AIRCODER_DENY: 'secret/**', AIRCODER_MODEL: 'm' }
  t.same(givenTo({ allow: ['run_command:npm*'], deny: ['x'] }, env, at), {
    allow: ['run_command:npm*'],
    deny: ['secret/**', 'x'],
    rollback: 'on-fail',
  })
  const changed = { settings, mode: 'plan' } as const
  t.same(givenTo({ permissionMode: 'acceptEdits' }, {}, changed), { permissionMode: 'plan' })
  t.end()
})

t.test('a resume uses what the task ran with, and what it is given itself comes first', (t) => {
  const stored = {
    permissionMode: 'acceptEdits',
    allow: ['run_command:*'],
    deny: ['a b/**'],
    rollback: 'on-fail',
  }
  t.same(asBefore(stored, {}, { env: {} }), {
    flags: stored,
    says: [
      "using what this task ran with: --permission-mode acceptEdits --allow 'run_command:*' --deny 'a b/**' AIRCODER_ROLLBACK=on-fail",
    ],
  })
  const own = asBefore(
    stored,
    { permissionMode: 'plan', allow: ['write_file'] },
    { env: { AIRCODER_ROLLBACK: 'off' } },
  )
  t.equal(own.flags.permissionMode, 'plan')
  t.same(own.flags.allow, ['run_command:*', 'write_file'], 'both were given for this task')
  t.equal(own.flags.rollback, undefined, 'the variable of this call decides')
  t.same(asBefore(null, { deny: ['x'] }, { env: {} }), { flags: { deny: ['x'] }, says: [] })
  for (const odd of [7, 'x', ['y'], { allow: 3, permissionMode: {} }])
    t.same(asBefore(odd, {}, { env: {} }), { flags: {}, says: [] })
  t.end()
})

t.test(
  'a resume has the model of its task, not of a later one, and the proof it must have',
  (t) => {
    const at = { settings, mode: settings.permissionMode, model: 'kk' }
    const given = givenTo({ requireProof: true, maxSteps: 12, sandbox: 'off' }, {}, at)
    t.same(given, { requireProof: true, sandbox: 'off', maxSteps: 12, model: 'kk' })
    const ledger = { session: () => ({ model: 'cc' }) as never }
    const model = modelOf({ given, sessionId: 's' }, ledger)
    t.equal(model, 'kk')
    t.equal(modelOf({ given: null, sessionId: 's' }, ledger), 'cc', 'of an older version')
    t.same(asBefore(given, {}, { env: {}, model }), {
      flags: { model: 'kk', requireProof: true },
      says: [
        'using what this task ran with: --model kk --require-proof',
        'this task ran with --sandbox off --max-steps 12, which must be given again',
      ],
    })
    t.end()
  },
)

t.test('a mode without questions is not carried to a resume, and the line says how', (t) => {
  const stored = { permissionMode: 'yolo', capabilities: 'turbo', allow: ['write_file'] }
  const { flags, says } = asBefore(stored, {}, { env: {} })
  t.same(flags, { allow: ['write_file'] })
  t.match(says[1], /^this task ran with --permission-mode yolo --capabilities turbo, which must be/)
  const again = asBefore(stored, { permissionMode: 'yolo', capabilities: 'turbo' }, { env: {} })
  t.same(again.says, ['using what this task ran with: --allow write_file'])
  t.end()
})

t.test('a resume goes on with the model of the task unless it is given one', (t) => {
  const stored = { permissionMode: 'plan' }
  const own = asBefore(stored, {}, { env: {}, model: 'kill1' })
  t.same(own.flags, { model: 'kill1', permissionMode: 'plan' })
  t.same(own.says, ['using what this task ran with: --model kill1 --permission-mode plan'])
  const other = asBefore(null, { model: 'b' }, { env: {}, model: 'kill1' })
  t.equal(other.flags.model, 'b')
  t.same(other.says, ['this task ran with the model kill1; it goes on with b'])
  t.same(asBefore(null, { model: 'b' }, { env: {}, model: 'b:latest' }).says, [])
  const shown = asBefore(null, {}, { env: {}, model: 'kill1', shown: 'kill1' })
  t.same(shown, { flags: { model: 'kill1' }, says: [] }, 'the head of a session named it')
  const env = { AIRCODER_MODEL: 'b' }
  t.equal(asBefore(null, {}, { env, model: 'kill1' }).flags.model, undefined)
  t.equal(asBefore(null, { script: 'a' }, { env: {}, model: 'kill1' }).flags.model, undefined)
  t.equal(asBefore(null, {}, { env: {}, model: 'script' }).flags.model, undefined)
  t.end()
})

t.test('what a session has learned of one model does not hold for another', (t) => {
  const asked = { name: 'b', isWindowKnown: false, windowTokens: 16_384, tokenFactor: 1.2 }
  const other = { model: 'b', windowTokens: 16_384, tokenFactor: 1.2 }
  t.same(modelChange('a', asked), other, 'an assumed window too')
  t.same(modelChange('b', asked), { model: 'b' }, 'the same one keeps what was learned')
  t.same(modelChange('b:latest', { ...asked, isWindowKnown: true }), {
    model: 'b',
    windowTokens: 16_384,
  })
  t.end()
})

t.test('a plain resume asks the model of the task, or says that it is missing', async (t) => {
  const list = ['alt', 'own'].map((id) => ({ id, context_window: 16_384 }))
  const endpoint = await startEndpoint(
    ({ step }) => streamed(step === 1 ? act(['read_file', { path: 'a.txt' }]) : say('It says a.')),
    { models: list },
  )
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'a\n' })
  const at = ['--base-url', endpoint.baseUrl]
  const task = ['run', 'what does a.txt say?', ...at, '-m', 'own', '--max-steps', '1']
  t.equal((await box.run(task)).code, 4)
  const own = list.pop()
  const lacks = await box.run(['resume', ...at])
  t.match(lacks, { code: 2, stderr: / has no model own\. .*It has: alt/ })
  if (own !== undefined) list.push(own)
  const { code, stderr } = await box.run(['resume', ...at])
  t.equal(code, 0)
  t.match(stderr, 'using what this task ran with: --model own\n')
  t.same(
    endpoint.asks.map(({ body }) => JSON.parse(body).model),
    ['own', 'own'],
  )
})

t.test(
  'a resume without flags goes on with those of the run; a newer deny still holds',
  async (t) => {
    const edit = (path: string) => act(['write_file', { path, content: 'new\n' }])
    const replies = [act(['read_file', { path: 'a.txt' }]), edit('b.txt'), edit('c.txt')]
    const endpoint = await startEndpoint(
      ({ step }) => streamed(replies[step - 1] ?? say('b.txt is written, c.txt could not be.')),
      { models: [{ id: 'fake', context_window: 16_384 }] },
    )
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'a.txt': 'a\n' })
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const flags = ['--permission-mode', 'acceptEdits', '--max-steps', '1']
    const first = await box.run(['run', 'write b.txt and c.txt', ...at, ...flags])
    t.equal(first.code, 4)
    box.write('.aircoder/config.json', '{"deny": ["c.txt"]}')
    const { stderr, stdout } = await box.run(['resume', ...at, '--output-format', 'json'])
    t.match(stderr, 'using what this task ran with: --permission-mode acceptEdits\n')
    t.equal(readFileSync(join(box.cwd, 'b.txt'), 'utf8'), 'new\n')
    t.match(jsonLines(stdout)[0], { changes: [{ path: 'b.txt' }] })
    t.throws(() => readFileSync(join(box.cwd, 'c.txt')), 'the deny rule of the project holds')
  },
)

for (const [signal, why] of [
  ['SIGTERM', 'stopped by the signal SIGTERM'],
  ['SIGINT', 'interrupted by the user'],
] as const)
  t.test(`${signal} is named, and the hint of the JSON result has the flags`, async (t) => {
    const endpoint = await startEndpoint(() => ({ end: 'silent' }), {
      models: [{ id: 'fake', context_window: 16_384 }],
    })
    t.teardown(() => endpoint.close())
    const box = openProgram(t)
    const flags = ['--permission-mode', 'acceptEdits', '--allow', 'run_command:npm *']
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--output-format', 'json']
    const running = box.start(['run', 'write b.txt', ...at, ...flags])
    while (endpoint.asks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    running.child.kill(signal)
    const { code, stdout, stderr } = await running.ended
    t.equal(code, 130)
    const [result] = jsonLines(stdout)
    t.match(result, { subtype: 'interrupted', text: why })
    t.match(
      result?.hint,
      /resume t_\w+ .*--permission-mode acceptEdits --allow 'run_command:npm \*'` continues/,
    )
    t.match(stderr, new RegExp(`^${why}; every committed step is kept`))
  })

t.test(
  'a session that takes up a task holds its deny rules, its mode and its model',
  WITH_TERMINAL,
  async (t) => {
    const write = (path: string) => act(['write_file', { path, content: 'new\n' }])
    const list = ['alt', 'own'].map((id) => ({ id, context_window: 16_384 }))
    const endpoint = await startEndpoint(
      ({ body }) => {
        const text = JSON.stringify(JSON.parse(body).messages)
        if (!text.includes('"role":"tool"')) return streamed(act(['read_file', { path: 'a.txt' }]))
        return streamed(text.includes('secret.txt') ? say('Not written.') : write('secret.txt'))
      },
      { models: list },
    )
    t.teardown(() => endpoint.close())
    const at = ['--base-url', endpoint.baseUrl]
    const gave = ['-m', 'own', '--permission-mode', 'acceptEdits', '--deny', 'secret.txt']
    for (const way of ['-c', '/resume']) {
      const box = openProgram(t, { 'a.txt': 'a\n' })
      const first = await box.run(['run', 'write a note', ...at, ...gave, '--max-steps', '1'])
      t.equal(first.code, 4)
      const me = sitDown(t, box, way === '-c' ? [...at, '-c'] : at)
      if (way === '-c') await me.sees(/continuing the task at step \d+: write a note/)
      else {
        const limit =
          /ended at its limit, at step 1: "write a note" · `(\/resume \w+)` continues it/
        await me.sees(limit)
        me.type(`${limit.exec(me.screen())?.[1]}\r`)
      }
      // The model of the task is asked at once, and the head of the session names it.
      await me.sees(
        'using what this task ran with: --permission-mode acceptEdits --deny secret.txt',
      )
      // What is left in the middle would be taken up again.
      await me.sees(/stopped after \d+ steps/)
      await me.sees('> ')
      me.type('\x04')
      t.equal(await me.leaves(), 0)
      t.notOk(existsSync(join(box.cwd, 'secret.txt')), 'the deny rule of the run holds')
      t.notMatch(me.screen(), 'allow?')
      if (way !== '-c') continue
      const again = sitDown(t, box, [...at, '-c'])
      await again.sees('continuing the session: write a note')
      again.type('\x04')
      t.equal(await again.leaves(), 0)
    }
    t.same(new Set(endpoint.asks.map(({ body }) => JSON.parse(body).model)), new Set(['own']))
  },
)

t.test('a session that is continued keeps what its last task was forbidden', async (t) => {
  const replies = [say('Hello.'), act(['read_file', { path: 'key.txt' }]), say('It is denied.')]
  const endpoint = await startEndpoint(() => streamed(replies.shift() ?? say('It is denied.')), {
    models: [{ id: 'fake', context_window: 16_384 }],
  })
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'key.txt': 'the text of the file\n' })
  const at = ['--base-url', endpoint.baseUrl]
  const first = ['--deny', 'key.txt', '--permission-mode', 'plan', '--allow', 'run_command:*']
  const begun = await box.run(['-p', 'hello', ...at, ...first, '-c'])
  t.equal(begun.code, 0)
  t.match(begun.stderr, 'There is no session to continue here. A new one starts.\n')
  const { stderr } = await box.run(['-p', 'what is in key.txt?', ...at, '-c'])
  t.notMatch(stderr, /no session to continue/)
  t.match(
    stderr,
    'using what this session ran with: --permission-mode plan --deny key.txt\n',
    'what widens is not kept',
  )
  const kept = join(
    box.data,
    'projects',
    readdirSync(join(box.data, 'projects'))[0] ?? '',
    'ledger.sqlite',
  )
  for (const [mode, stays] of [
    ['plan', 'plan'],
    ['acceptEdits', 'acceptEdits'],
    ['yolo', undefined],
  ] as const) {
    const ledger = openLedger({ path: kept })
    const [task] = ledger.tasks()
    ledger.give(task?.id ?? '', { permissionMode: mode })
    ledger.close()
    const flags = { continue: true as const, cwd: box.cwd, dataDir: box.data }
    const person = keepRestrictions(flags, { isPerson: true })
    t.equal(person.flags.permissionMode, stays)
    t.match(person.says.join(), `--permission-mode ${mode}`, 'a session says its mode')
    const nobody = keepRestrictions(flags)
    t.equal(nobody.flags.permissionMode, mode === 'plan' ? 'plan' : undefined)
  }
  const restored = openLedger({ path: kept })
  const [task] = restored.tasks()
  restored.give(task?.id ?? '', { permissionMode: 'plan', deny: ['key.txt'] })
  restored.close()
  const sent = endpoint.asks.map(({ body }) => body).join('\n')
  t.notMatch(sent, 'the text of the file')
  const own = await box.run(['-p', 'hello', ...at, '-c', '--permission-mode', 'default'])
  t.match(own.stderr, 'using what this session ran with: --deny key.txt\n')
})

t.test('a plain resume asks at the address of its task', async (t) => {
  const endpoint = await startEndpoint(
    ({ step }) => streamed(step === 1 ? act(['read_file', { path: 'a.txt' }]) : say('It says a.')),
    { models: [{ id: 'own', context_window: 16_384 }] },
  )
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'a\n' })
  const task = ['run', 'what does a.txt say?', '--base-url', endpoint.baseUrl, '--max-steps', '1']
  const first = await box.run(task)
  t.equal(first.code, 4)
  t.match(first.stderr, /\nTo resume:\n\S.* resume t_\w+ --base-url http:\S+\n$/)
  const { code, stderr } = await box.run(['resume'])
  t.match(stderr, `using what this task ran with: --model own --base-url ${endpoint.baseUrl}\n`)
  t.equal(code, 0)
})
