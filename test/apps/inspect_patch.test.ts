import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

t.test('inspect patch says what edits make of a text, and by which layer', async (t) => {
  const content = 'def f():\n    return 1\n'
  const questions = [
    { content, edits: [{ old_str: '    return 1\n', new_str: '    return 2\n' }] },
    { content, edits: [{ old_str: '2\treturn 1', new_str: '2\treturn 2' }] },
    {
      content,
      edits: [
        { old_str: '1', new_str: '2' },
        { old_str: 'nothing of it', new_str: '3' },
      ],
    },
    { content: 'a\na\n', edits: [{ old_str: 'a', new_str: 'b', replace_all: true }] },
    { content, edits: [] },
  ]
  const { run } = openProgram(t)
  const input = questions.map((each) => JSON.stringify(each)).join('\n')
  const { code, stdout } = await run(['inspect', 'patch'], { input })
  t.equal(code, 2, 'a line could not be used')
  t.match(jsonLines(stdout), [
    { ok: true, content: 'def f():\n    return 2\n', strategy: 'exact' },
    { ok: true, content: 'def f():\n    return 2\n', strategy: 'numbered' },
    { ok: false, code: 'not_found', message: /^Edit 2 of 2: /, candidates: [] },
    { ok: true, content: 'b\nb\n' },
    { error: /A question is/ },
  ])
})
