import t from 'tap'
import { pickSignatures } from '../../libs/map/rank/signatures.js'
import { readQuery } from '../../libs/map/words/query_words.js'

const query = readQuery('Parse the header of a frame')
const rarity = Float64Array.from(query.words, () => 1)

function bestOf(name: string, rank: number, byWords?: number): number {
  const tag = { name, kind: 'function', line: 1, end: 4, text: `function ${name}()` }
  const text = `function ${name}() {\n  return 1\n}\n`
  const [best] = pickSignatures({ rank, byWords, tags: [tag], text, query, rarity })
  return best?.value ?? 0
}

t.test('a definition that fits comes before one of a better file that does not', async (t) => {
  t.ok(bestOf('parseFrameHeader', 14, 9) > bestOf('unrelated', 0, 0))
})

t.test('between files the place by words counts, not the one by history', async (t) => {
  t.ok(bestOf('parseHeader', 9, 1) > bestOf('parseHeader', 1, 9))
  t.ok(
    bestOf('parseHeader', 9) < bestOf('parseHeader', 9, 40),
    'a file that has none of the words is last',
  )
})
