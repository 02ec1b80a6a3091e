import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { estimateTokens } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { condenseOutput } from '../../libs/tools/result/condense_output.js'
import { toolContext } from '../kit/tool_context.js'

const NAMES = ['serde', 'tokio', 'rand', 'regex', 'bytes', 'mio', 'log', 'http', 'url', 'time']
const each = (line: (name: string, at: number) => string) => NAMES.map(line)

/** What programs print, by command: the lines that stay are marked with `!`. */
const OUTPUTS: Record<string, string[]> = {
  'cd app && npm install': [
    ...each((name) => `npm warn deprecated ${name}@1.0.0: it is no longer supported`),
    '!npm warn ERESOLVE overriding peer dependency',
    '!added 812 packages, and audited 813 packages in 9s',
    '131 packages are looking for funding',
    '  run `npm fund` for details',
    '!3 vulnerabilities (1 moderate, 2 high)',
  ],
  'pip install -r requirements.txt': [
    ...each((name, at) => `Collecting ${name}==1.${at}`),
    ...each((name) => `  Downloading ${name}-1.0-py3-none-any.whl (12 kB)`),
    "!  Building wheel for regex (pyproject.toml): finished with status 'error'",
    'Installing collected packages: serde, tokio',
    '!Successfully installed serde-1.0 tokio-1.1',
    '!ERROR: regex 1.3 has requirement log<2, but you have log 2.0',
  ],
  'cargo build --release': [
    ...each((name) => `   Compiling ${name} v1.0.1`),
    '!warning: unused variable: `x`',
    '!error[E0425]: cannot find value `y` in this scope',
    '! --> src/main.rs:4:5',
    '   Compiling app v0.1.0 (/p/app)',
  ],
  'go test ./... -v': [
    ...each((name) => `=== RUN   Test_${name}`),
    ...each((name) => `--- PASS: Test_${name} (0.00s)`),
    '!--- FAIL: TestFactor (0.00s)',
    '!    factor_test.go:18: got 8117, want 8118',
    '!FAIL',
  ],
  'python -m pytest -v tests': [
    'platform linux -- Python 3.12.1, pytest-8.0.0, pluggy-1.4.0',
    ...each((name, at) => `tests/test_a.py::test_${name} PASSED           [ ${at}%]`),
    '!tests/test_a.py::test_factor FAILED           [100%]',
    '!E       AssertionError: assert 8117 == 8118',
    '!1 failed, 10 passed in 0.12s',
  ],
  'docker build -t app .': [
    ...each((_, at) => `#${at} sha256:0a1b2c3d${at} 1.2MB / 3.4MB 0.3s`),
    '!#12 [4/5] RUN npm ci',
    '!#12 3.1 npm error code E404',
    '#13 DONE 0.1s',
  ],
  'git push origin main': [
    'Enumerating objects: 5, done.',
    'Counting objects: 100% (5/5), done.',
    'Delta compression using up to 8 threads',
    'Compressing objects: 100% (3/3), done.',
    'Writing objects: 100% (3/3), 300 bytes | 300.00 KiB/s, done.',
    'Total 3 (delta 2), reused 0 (delta 0), pack-reused 0',
    '!To example.org:app.git',
    '! ! [rejected]        main -> main (fetch first)',
  ],
}

t.test('row 186: lines of progress are left out by the rules of the command', async (t) => {
  let before = 0
  let after = 0
  for (const [command, lines] of Object.entries(OUTPUTS)) {
    const output = lines.map((line) => line.replace(/^!/, '')).join('\n')
    const kept = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    const note = `… ${lines.length - kept.length} lines of progress left out. More.`
    const shown = condenseOutput(command, output, 'More.')
    t.same(shown.split('\n'), [...kept, note], command)
    before += estimateTokens(output)
    after += estimateTokens(shown)
    t.equal(
      condenseOutput('cat build.log', output, 'More.'),
      output,
      'of another command all stays',
    )
    t.equal(
      condenseOutput(`${command} | grep o`, output, 'More.'),
      output,
      'a filter was asked for',
    )
  }
  t.ok(after < before * 0.4, `${after} of ${before} tokens`)
  const few = ['   Compiling app v0.1.0', '    Finished dev'].join('\n')
  t.equal(condenseOutput('cargo build', few, 'More.'), few, 'a few lines stay')
})

t.test('row 186: run_command shows the short form, and its row keeps the whole', async (t) => {
  const root = t.testdir()
  const log = (OUTPUTS['pip install -r requirements.txt'] ?? []).map((line) =>
    line.replace('!', ''),
  )
  writeFileSync(join(root, 'log.txt'), log.join('\n'))
  const registry = createRegistry(await loadBuiltinTools())
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const command = 'pip() { cat log.txt; }; pip install serde'
  const tool = registry.find('run_command')
  const done = await tool?.run({ command }, toolContext(workspace))
  t.equal(
    done?.text,
    [
      'exit code 0',
      "  Building wheel for regex (pyproject.toml): finished with status 'error'",
      'Successfully installed serde-1.0 tokio-1.1',
      'ERROR: regex 1.3 has requirement log<2, but you have log 2.0',
      '… 21 lines of progress left out. To see them, call read_file with the id of this result as its path.',
    ].join('\n'),
  )
  t.match(done?.evidence?.[0]?.payload.toString(), 'Collecting time==1.9')
})
