import t from 'tap'
import { codeFiles, readText, WHEN_ASSEMBLED } from './tree.js'

/** The files whose code has these words; comment lines do not count. */
function filesWith(words: RegExp, ...folders: string[]): string[] {
  const isCode = (line: string) => !/^\s*(?:\/\/|\/?\*)/.test(line)
  return codeFiles(...folders).filter((file) =>
    readText(file)
      .split('\n')
      .some((line) => isCode(line) && words.test(line)),
  )
}

t.test(
  'row 188: only the laptop acts: the proxy has neither tools nor a tree',
  WHEN_ASSEMBLED,
  async (t) => {
    const proxy = ['libs/relay', 'libs/box', 'apps/proxy']
    t.same(filesWith(/from '#(?:tools|workspace|supervisor|ledger|planner)'/, ...proxy), [])
    t.ok(filesWith(/from '#core'/, ...proxy).length > 10, 'the search finds what is there')
    t.same(
      filesWith(/node:child_process/, 'libs/relay', 'libs/box'),
      [],
      'no request starts a program',
    )
    // People, what they used and the model's download: nothing that a request names.
    const WRITING =
      /\b(?:writeFile|appendFile|createWriteStream|openSync|mkdir|rename|rm|unlink|truncate)(?:Sync)?\(/
    const own =
      /^libs\/relay\/(?:people|usage|files|engines\/embedded)\/|^libs\/relay\/http\/listen_socket\.ts$/
    const writing = filesWith(WRITING, 'libs/relay')
    t.same(
      writing.filter((file) => !own.test(file)),
      [],
    )
    t.ok(writing.length > 2)
  },
)

t.test('row 192: keys are read in one place, and the loop has none', async (t) => {
  t.same(filesWith(/\bcreateInterface\(/, 'libs', 'apps'), ['libs/terminal/input/plain.ts'])
  const loop = ['supervisor', 'tools', 'workspace', 'model', 'context', 'planner', 'ledger']
  const rooms = loop.map((room) => `libs/${room}`)
  t.same(
    filesWith(/\bprocess\.stdin\b(?!\.setEncoding)|#terminal'|node:(?:readline|tty)/, ...rooms),
    [],
  )
})
