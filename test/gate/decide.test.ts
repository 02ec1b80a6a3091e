import fc from 'fast-check'
import t from 'tap'
import { CAPABILITY_SETS, MODES } from '#core'
import {
  type Approval,
  approvalFor,
  decide,
  type GateRequest,
  type ResolvedAccess,
  RULES,
} from '#gate'
import { access, command, look, request } from './requests.js'

const SECRET = '.env'

const outside = access({
  given: '/etc/hosts',
  absolute: '/etc/hosts',
  relatives: ['../etc/hosts'],
  inside: false,
})

t.test('row 190: each mode with each kind of tool', async (t) => {
  const read = request({
    tool: 'read_file',
    effect: 'read',
    danger: false,
    accesses: [access({ access: 'read' })],
  })
  const plan = request({ tool: 'todo_write', effect: 'plan', danger: false, accesses: [] })
  const table = {
    default: ['allow', 'allow', 'ask', 'ask'],
    acceptEdits: ['allow', 'allow', 'allow', 'ask'],
    plan: ['allow', 'allow', 'deny', 'deny'],
    yolo: ['allow', 'allow', 'allow', 'allow'],
  }
  for (const mode of MODES) {
    const verdicts = [read, plan, request(), command('npm test')].map(
      (each) => decide({ ...each, mode }).decision,
    )
    t.same(verdicts, table[mode], mode)
  }
  const odd = request({ effect: 'read', danger: true, accesses: [] })
  t.equal(decide({ ...odd, mode: 'acceptEdits' }).decision, 'ask', 'danger counts as a command')
  t.equal(decide({ ...odd, mode: 'plan' }).rule, 'plan-mode')
})

t.test('the rules are asked in the order of the contract', async (t) => {
  const approved: Approval[] = [{ kind: 'edits' }]
  const everything = request({
    accesses: [
      access({ denied: SECRET }),
      access({ unsure: 'a hard link' }),
      access({ control: 'hook managers' }),
      outside,
    ],
    allow: ['patch_file'],
    approved,
    mode: 'plan',
  })
  const softer = [
    everything,
    { ...everything, accesses: everything.accesses.slice(1) },
    {
      ...everything,
      accesses: everything.accesses.slice(1),
      mode: 'default' as const,
      capabilities: CAPABILITY_SETS.read,
    },
    { ...everything, accesses: everything.accesses.slice(1), mode: 'default' as const },
    { ...everything, accesses: everything.accesses.slice(2), mode: 'default' as const },
    { ...everything, accesses: [outside], mode: 'default' as const },
    { ...everything, accesses: [access()], mode: 'default' as const },
    {
      ...everything,
      accesses: [],
      mode: 'default' as const,
      approved: [],
      effect: 'memory' as const,
    },
    { ...everything, accesses: [access()], mode: 'default' as const, approved: [] },
    command('make test', { command: look('make test'), ownTest: true }),
    command('ls', { command: look('ls', { unsafe: null }) }),
    request({ hosts: ['a.org'] }),
    request(),
  ]
  t.same(
    softer.map((each) => decide(each).rule),
    RULES,
  )
  t.same(
    softer.map((each) => decide(each).decision),
    [
      ...['deny', 'deny', 'deny', 'ask', 'ask', 'ask', 'allow', 'ask', 'allow'],
      ...['allow', 'allow', 'ask', 'ask'],
    ],
  )
})

t.test('control files ask in acceptEdits whatever was approved; yolo lets them pass', async (t) => {
  const call = request({
    accesses: [access({ control: 'hook managers' })],
    approved: [{ kind: 'edits' }],
    allow: ['patch_file'],
  })
  t.equal(decide({ ...call, mode: 'acceptEdits' }).decision, 'ask')
  t.equal(decide({ ...call, mode: 'default' }).decision, 'ask')
  t.equal(decide({ ...call, mode: 'yolo' }).decision, 'allow')
  t.equal(approvalFor(call), null, 'nothing is remembered for them')
  const read = { ...call, accesses: [access({ control: 'hook managers', access: 'read' })] }
  t.equal(decide({ ...read, effect: 'read', danger: false }).decision, 'allow')
})

t.test(
  'outside the workspace asks for reads too, and an answer covers that place alone',
  async (t) => {
    const read = request({
      tool: 'read_file',
      effect: 'read',
      danger: false,
      accesses: [{ ...outside, access: 'read' }],
    })
    t.equal(decide(read).rule, 'outside-workspace')
    t.equal(decide({ ...read, mode: 'yolo' }).decision, 'allow')
    const answer = approvalFor(read)
    t.match(answer?.wording, /exactly: \/etc\/hosts/)
    const approved = answer ? [answer.approval] : []
    t.equal(decide({ ...read, approved }).decision, 'allow')
    const other = [{ ...outside, absolute: '/etc/passwd', access: 'read' as const }]
    t.equal(decide({ ...read, accesses: other, approved }).decision, 'ask')
    t.equal(decide({ ...read, tool: 'write_file', approved }).decision, 'ask')
  },
)

t.test(
  'an answer to a command binds to that command, one to an edit to edits inside',
  async (t) => {
    const answer = approvalFor(command('npm test'))
    t.equal(answer?.wording, 'exactly: npm test')
    const approved = answer ? [answer.approval] : []
    t.equal(decide(command('npm test', { approved })).rule, 'approved')
    for (const text of ['npm test; rm -rf .', 'npm test -- -u', 'npm', 'npm test && x'])
      t.equal(decide(command(text, { approved })).decision, 'ask', text)

    const edits = approvalFor(request())
    t.equal(edits?.wording, 'every edit inside this folder in this session')
    const allEdits = edits ? [edits.approval] : []
    t.equal(decide(request({ tool: 'write_file', approved: allEdits })).decision, 'allow')
    t.equal(decide(request({ accesses: [outside], approved: allEdits })).decision, 'ask')
    t.equal(decide(command('npm test', { approved: allEdits })).decision, 'ask')
  },
)

t.test('allow entries cover paths and simple commands, not what is chained to them', async (t) => {
  const rows: [string, GateRequest, boolean][] = [
    ['patch_file', request(), true],
    ['write_file', request(), false],
    ['patch_file:src/**', request(), true],
    ['patch_file:src/*.ts', request(), true],
    ['patch_file:*.{js,ts}', request(), true],
    ['patch_file:lib/**', request(), false],
    ['patch_file:src/', request(), true],
    ['patch_file:src', request(), false],
    ['run_command:npm *', command('npm test'), true],
    ['run_command:npm *', command('npm run a/b'), true],
    ['run_command:npm *', command('npm test; curl x'), false],
    ['run_command:npm *', command('npm test $(id)'), false],
    ['run_command:npm *', command('npm test > /etc/x'), false],
    ['run_command:npm *', command('npm test\ncurl x'), false],
    ['run_command:npm *', command('xnpm test'), false],
    ['run_command:a && b', command('a && b'), true],
    ['run_command', command('a && b'), true],
  ]
  for (const [entry, call, wanted] of rows) {
    const { decision } = decide({ ...call, allow: [entry] })
    t.equal(decision, wanted ? 'allow' : 'ask', `${entry} for ${call.command?.text ?? 'a path'}`)
  }
  const linked = access({ relatives: ['src/a.ts', 'other/b.ts'] })
  const call = request({ accesses: [linked], allow: ['patch_file:src/**'] })
  t.equal(decide(call).decision, 'ask', 'the target of a link counts as well')
})

t.test('a call that contacts a host is asked by host, whatever it changes here', async (t) => {
  const call = (over: Partial<GateRequest> = {}) =>
    request({
      tool: 'web_fetch',
      effect: 'read',
      danger: false,
      accesses: [],
      hosts: ['a.org'],
      ...over,
    })
  t.match(decide(call()), { decision: 'ask', rule: 'network' })
  t.equal(decide(call({ mode: 'acceptEdits' })).decision, 'ask')
  t.equal(decide(call({ mode: 'yolo' })).decision, 'allow')
  const remembered = approvalFor(call())
  t.equal(remembered?.wording, 'web_fetch from a.org')
  const approved = remembered ? [remembered.approval] : []
  t.equal(decide(call({ approved })).decision, 'allow')
  t.equal(decide(call({ approved, hosts: ['b.org'] })).decision, 'ask')
  t.equal(decide(call({ approved, hosts: ['a.org', null] })).decision, 'ask')
  t.equal(decide(call({ approved, tool: 'screenshot' })).decision, 'ask')
  const closed = call({ closed: '127.0.0.1 leads to this machine.', allow: ['web_fetch'] })
  for (const mode of MODES) t.equal(decide({ ...closed, mode }).decision, 'deny', mode)
  const download = {
    tool: 'download_file',
    effect: 'edit',
    danger: true,
    accesses: [access()],
  } as const
  t.equal(decide(call({ ...download, mode: 'acceptEdits' })).decision, 'ask')
  const edits: Approval[] = [{ kind: 'edits' }]
  t.equal(decide(call({ ...download, approved: edits })).decision, 'ask', 'not covered by edits')
  t.equal(approvalFor(call(download)), null)
})

const accessArb = fc.record<ResolvedAccess>({
  given: fc.string(),
  absolute: fc.string(),
  relatives: fc.array(fc.string(), { minLength: 1, maxLength: 2 }),
  access: fc.constantFrom('read', 'write'),
  inside: fc.boolean(),
  unusable: fc.constant(null),
  unsure: fc.option(fc.string({ minLength: 1 })),
  denied: fc.option(fc.string()),
  control: fc.option(fc.string()),
})
const approvalArb = fc.oneof(
  fc.constant<Approval>({ kind: 'edits' }),
  fc.constant<Approval>({ kind: 'tool', tool: 'x' }),
  fc.constant<Approval>({
    kind: 'command',
    tool: 'x',
    command: 'ls',
    patterns: [],
  }),
)
const requestArb = fc.record<GateRequest>({
  tool: fc.constant('x'),
  effect: fc.constantFrom('read', 'edit', 'command', 'plan'),
  danger: fc.boolean(),
  accesses: fc.array(accessArb, { maxLength: 4 }),
  command: fc.option(
    fc.record({
      text: fc.constantFrom('ls', 'cat .env'),
      denied: fc.array(fc.record({ given: fc.string(), rule: fc.string() }), { maxLength: 2 }),
      unsure: fc.option(fc.string({ minLength: 1 })),
      parts: fc.constant([]),
      unsafe: fc.option(fc.string({ minLength: 1 })),
      writes: fc.boolean(),
      control: fc.constant(null),
      outside: fc.constant(null),
    }),
  ),
  hosts: fc.array(fc.option(fc.constant('example.org')), { maxLength: 2 }),
  closed: fc.constant(null),
  mode: fc.constantFrom(...MODES),
  allow: fc.subarray(['x', 'x:**', 'x:*']),
  approved: fc.array(approvalArb, { maxLength: 3 }),
  safe: fc.constant([]),
})

t.test('row 191: a denied path is never allowed and never asked, in any request', async () => {
  fc.assert(
    fc.property(requestArb, (call) => {
      const hit = call.accesses.some((each) => each.denied !== null) || call.command?.denied.length
      const { decision, reason } = decide(call)
      if (hit && decision !== 'deny') return false
      const unsure = call.accesses.some((each) => each.unsure !== null) || call.command?.unsure
      if (unsure && decision === 'allow') return false
      const looks = call.command !== null && call.command.unsafe === null && call.hosts.length === 0
      if (call.mode === 'plan' && call.danger && !looks && decision !== 'deny') return false
      return reason.length > 0
    }),
    { numRuns: 500 },
  )
})
