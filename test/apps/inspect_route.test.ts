import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

t.test(
  'row 125: inspect route shows category, scores, tools and tokens, from words or from lines',
  async (t) => {
    const { run } = openProgram(t)
    const plain = await run(['inspect', 'route', 'fix', 'the', 'crash', '--window', '8192'])
    t.match(plain.stdout, /^category: write \(confidence 1\)\nscores: write 4\.5/)
    t.match(plain.stdout, /schemas sent: 10, about \d{3} tokens: .*patch_file/)
    const json = await run(['inspect', 'route', 'hello', '--json'])
    t.match(jsonLines(json.stdout), [{ category: 'respond', tools: [], stages: 1, vague: false }])
    const questions = [
      { message: 'fix it', window: 16_384 },
      { message: 'yes', previous_category: 'run' },
      { message: 1 },
    ]
    t.match(await run(['inspect', 'permit'], { input: '{}\nnonsense\n' }), {
      code: 2,
      stdout: /A question is[^\n]*\n\{"error":"The line is not valid JSON\."\}\n$/,
    })
    const lines = await run(['inspect', 'route'], {
      input: questions.map((each) => JSON.stringify(each)).join('\n'),
    })
    t.equal(lines.code, 2, 'a line could not be used')
    t.match(jsonLines(lines.stdout), [
      { category: 'write', stages: 2, vague: true, scores: { write: 3 } },
      { category: 'run', kept: true, tools: ['read_output', 'run_command', 'stop_command'] },
      { error: /A question is/ },
    ])
  },
)
