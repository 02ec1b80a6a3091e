import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { adjustModelfile, DEFAULT_MODELFILE, readModelfile } from '../../libs/box/bake/modelfile.js'
import { USUAL_UNIT, unitText } from '../../libs/box/system/unit.js'

const read = (path: string) => readFileSync(path, 'utf8')

function systemdAnalyze(...args: string[]): string {
  return execFileSync('systemd-analyze', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const hasSystemd = (() => {
  try {
    return systemdAnalyze('--version') !== ''
  } catch {
    return false
  }
})()
const skip = hasSystemd ? {} : { skip: 'systemd-analyze is not here' }

t.test('row 259: the unit in the repository is the one that setup writes', async (t) => {
  t.equal(read('systemd/aircoder-proxy.service'), unitText(USUAL_UNIT))
  const text = unitText(USUAL_UNIT)
  const wanted = [
    'Restart=always',
    'RestartPreventExitStatus=2',
    'StartLimitBurst=20',
    'RuntimeDirectory=aircoder-proxy',
    'KillMode=control-group',
    'ExecReload=/bin/kill -HUP $MAINPID',
  ]
  for (const line of wanted) t.ok(text.includes(`\n${line}\n`), line)
  t.notMatch(text, /^MemoryDenyWriteExecute/m, 'V8 writes machine code')
  t.match(unitText({ ...USUAL_UNIT, drainMs: 120_000 }), /^TimeoutStopSec=135$/m)
  const odd = unitText({ ...USUAL_UNIT, program: '/opt/my %n "$HOME"/proxy.js' })
  t.match(odd, 'ExecStart=/usr/bin/node "/opt/my %%n \\"$$HOME\\"/proxy.js" serve')
  const spaced = unitText({ ...USUAL_UNIT, config: '/etc/my proxy.json' })
  t.match(spaced, /^Documentation=file:\/etc\/my%%20proxy\.json$/m)
  const embedded = unitText({ ...USUAL_UNIT, embedded: true })
  t.match(embedded, /^DeviceAllow=char-nvidia/m)
  t.notMatch(embedded, /^(?:PrivateDevices|MemoryMax)=/m)
})

t.test('row 259: systemd takes the unit, and finds little exposed', skip, async (t) => {
  for (const embedded of [false, true]) {
    const unit = join(t.testdir(), 'aircoder-proxy.service')
    // verify wants programs that exist.
    const facts = { ...USUAL_UNIT, embedded, node: process.execPath, program: process.execPath }
    writeFileSync(unit, unitText(facts))
    t.doesNotThrow(() => systemdAnalyze('verify', unit))
    const text = systemdAnalyze('security', '--offline=true', '--no-pager', unit)
    const score = Number(/exposure level for .*: ([\d.]+)/.exec(text)?.[1])
    t.ok(score <= 2.5, `scores ${score}`)
  }
})

t.test('the Modelfile in the repository is the one that is baked', async (t) => {
  t.equal(read('Modelfile'), DEFAULT_MODELFILE)
  t.same(readModelfile(DEFAULT_MODELFILE, 'Modelfile'), {
    from: 'qwen3:8b',
    parameters: { num_ctx: 32_768 },
    texts: {},
    messages: [],
  })
})

t.test('a Modelfile is read as Ollama reads it', async (t) => {
  const text = `# a comment
from "base:7b"
PARAMETER num_ctx 8192
PARAMETER temperature 0.2
PARAMETER stop "<|im_end|>"
PARAMETER stop <|end|>
TEMPLATE """{{ .System }}
FROM is only a word here
"""
SYSTEM You are terse.
MESSAGE user "hi"
MESSAGE assistant hello there\r
`
  t.same(readModelfile(text, 'm'), {
    from: 'base:7b',
    parameters: { num_ctx: 8_192, temperature: 0.2, stop: ['<|im_end|>', '<|end|>'] },
    texts: {
      template: '{{ .System }}\nFROM is only a word here\n',
      system: 'You are terse.',
    },
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello there' },
    ],
  })
  const errors: [string, RegExp][] = [
    ['PARAMETER num_ctx 1', /line 1: no FROM/],
    ['FROM a\nFROM b', /line 2: a second FROM/],
    ['FROM a\nPARAMETER num_ctx', /line 2: PARAMETER needs/],
    ['FROM a\nMESSAGE nobody hi', /line 2: MESSAGE needs/],
    ['FROM a\nSYSTEM """never\nends', /line 2: the closing """ is missing/],
    ['FROM a\nADAPTER x', /line 2: ADAPTER is not supported/],
    ['FROM a\n!!', /line 2: no command/],
    ['FROM', /line 1: FROM has no value/],
  ]
  for (const [broken, message] of errors)
    t.throws(() => readModelfile(broken, 'm'), { code: 'MODELFILE_INVALID', message }, broken)
})

t.test('flags change their lines of a Modelfile and leave the rest', async (t) => {
  const text = '# mine\nFROM a\nPARAMETER num_ctx 4096\nSYSTEM "$& stays"\n'
  const changed = adjustModelfile(text, { from: 'b$&', windowTokens: 8_192, batch: 256 })
  t.equal(
    changed,
    '# mine\nFROM b$&\nPARAMETER num_ctx 8192\nSYSTEM "$& stays"\nPARAMETER num_batch 256\n',
  )
  t.equal(adjustModelfile(text, {}), text)
  t.match(
    adjustModelfile(DEFAULT_MODELFILE, { batch: 128 }),
    /# PARAMETER num_batch 256[\s\S]*^PARAMETER num_batch 128$/m,
  )
})

/** The names that the proxy promises, and one of its runtime. */
const METRICS = [
  'aircoder_requests_total',
  'aircoder_queue_depth',
  'aircoder_queue_bytes',
  'aircoder_queue_wait_seconds',
  'aircoder_slots',
  'aircoder_ttft_seconds',
  'aircoder_inter_token_seconds',
  'aircoder_tokens_total',
  'aircoder_cancel_freed_seconds',
  'aircoder_stream_errors_total',
  'aircoder_rejected_total',
  'aircoder_image_bytes_total',
  'aircoder_relay_overhead_seconds',
  'aircoder_upstream_up',
  'aircoder_images_total',
  'aircoder_prefix_requests_total',
  'aircoder_prefix_tokens_total',
  'aircoder_prefix_lost_tokens_total',
  'aircoder_prefix_lost_seconds_total',
]

t.test(
  'the dashboard and the alerts ask for metrics that there are, and the dashboard for all',
  async (t) => {
    const dashboard = JSON.parse(read('deploy/grafana/dashboards/aircoder-proxy.json'))
    const panels: { id: number; gridPos: object; targets: { expr: string }[] }[] = dashboard.panels
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
    const used = new Set(namesIn(asked))
    t.same([...used].sort(), [...METRICS].sort())
    t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    t.equal(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size, panels.length)
    const alerts = namesIn(read('deploy/prometheus/alerts.yml'))
    t.ok(alerts.length > 4)
    t.same(
      alerts.filter((name) => !METRICS.includes(name)),
      [],
    )
  },
)

function namesIn(text: string): string[] {
  return [...text.matchAll(/\baircoder_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
}
