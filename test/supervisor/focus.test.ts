import t from 'tap'
import { budgetFor } from '#context'
import { estimateTokens, resultTokensFor } from '#core'
import { act, openLoop } from '../kit/loop.js'

/** 1,200 lines, and one that a search finds. */
const LONG = Array.from({ length: 1_200 }, (_, at) =>
  at === 899 ? 'export const factor = 8117' : `export const value${at + 1} = measure(${at})`,
).join('\n')

t.test('row 83: a result is capped by the window', async (t) => {
  t.same(
    [2_048, 4_096, 8_192, 16_384, 32_768, 131_072].map(resultTokensFor),
    [409, 600, 1_200, 2_500, 4_000, 4_000],
  )
})

t.test(
  'a long file is shown where the last search, output or edit was, also after a kill',
  async (t) => {
    const read = act(['read_file', { path: 'src/long.ts' }])
    const edit = { path: 'src/long.ts', old_str: '= measure(199)', new_str: '= 7' }
    const loop = openLoop(t, {
      files: { 'src/long.ts': `${LONG}\n` },
      replies: [
        read,
        act(['grep', { pattern: 'factor', path: 'src' }]),
        read,
        act(['run_command', { command: 'echo "Error: no at f (src/long.ts:400:3)"' }]),
        read,
        act(['patch_file', edit]),
        read,
      ],
      over: { windowTokens: 8_192 },
    })
    const task = loop.add('Find the factor')
    const first = await loop.run(task, { maxSteps: 4 })
    loop.ledger().reopen(task)
    loop.reopen()
    const second = await loop.run(task, { maxSteps: 3 })
    const texts = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'tool_result' && event.tool === 'read_file' ? [event.text] : [],
    )
    t.match(texts[0], /^src\/long\.ts lines 1-\d+ of 1200\n/)
    t.match(texts[1], /factor = 8117\n.*what the search for factor named/s)
    t.match(texts[2], /value400 = measure\(399\)\n.*what the output of echo .* named/s)
    t.match(texts[3], /value200 = 7\n.*what your last edit named/s)
    for (const text of texts)
      t.ok(estimateTokens(text) <= budgetFor(8_192).usableTokens * 0.12, `${estimateTokens(text)}`)
  },
)
