import t from 'tap'
import { createCollector } from '../../libs/model/stream/collect_reply.js'

/** What honest files have: one long line of equal characters. */
const LINES: Record<string, string> = {
  '300 dashes in Markdown': '-'.repeat(300),
  'a comment of 300 equal signs': `// ${'='.repeat(300)}`,
  'base64 of zeros': 'A'.repeat(3_000),
  'a line of 2,000 spaces': ' '.repeat(2_000),
  'a table of 40 rows of dashes': `|${'-'.repeat(118)}|\\n`.repeat(40),
  '8,000 equal characters, the longest text of one call': 'x'.repeat(8_000),
}

function stopOf(field: 'arguments' | 'content', text: string) {
  const collector = createCollector({ watched: true })
  for (let at = 0; at < text.length && collector.stop() === null; at += 37) {
    const piece = text.slice(at, at + 37)
    const delta =
      field === 'content'
        ? { content: piece }
        : {
            tool_calls: [{ index: 0, id: 'a', function: { name: 'write_file', arguments: piece } }],
          }
    collector.add({ choices: [{ index: 0, delta }] })
  }
  return collector.stop()
}

t.test('a long line of equal characters in a written file is no repetition', async (t) => {
  for (const [what, line] of Object.entries(LINES))
    t.equal(stopOf('arguments', `{"path":"a.md","content":"# T\\n${line}\\nend\\n"}`), null, what)
  for (const [what, line] of Object.entries(LINES))
    if (line.length < 6_000) t.equal(stopOf('content', `Here:\n\n${line}\n\nend\n`), null, what)
})

t.test('a flood of equal characters ends soon', async (t) => {
  for (const part of ['-', 'A', ' ', '=\\n', '0, ']) {
    const flood = `{"path":"a.md","content":"${part.repeat(40_000)}`
    t.match(stopOf('arguments', flood), { kind: 'loop', field: 'arguments' }, part)
    const at = (stopOf('arguments', flood) as { loop: { at: number } }).loop.at
    t.ok(at < 12_200, `${part}: after ${at} characters`)
  }
})
