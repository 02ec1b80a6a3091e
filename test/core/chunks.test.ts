import t from 'tap'
import { chunksOf, MOST_CHUNKS } from '#core'

const bodyOf = (name: string, lines: number) => [
  `def ${name}(value):`,
  ...Array.from({ length: lines }, (_, at) => `    value += ${at}`),
]

t.test('a text is cut at its definitions, and its lines stay in order', async (t) => {
  const text = [...bodyOf('first', 8), '', ...bodyOf('second', 8), '', ...bodyOf('third', 8)]
  const chunks = chunksOf(text.join('\n'))
  t.same(
    chunks.map(({ lines }) => lines[0]),
    ['def first(value):', 'def second(value):', 'def third(value):'],
  )
  t.same(
    chunks.flatMap(({ lines }) => lines),
    text,
  )
  t.same(
    chunks.map(({ first }) => first),
    [0, 10, 20],
  )
})

t.test('what is short is joined, what is long is cut', async (t) => {
  const short = chunksOf([...bodyOf('a', 1), ...bodyOf('b', 1), ...bodyOf('c', 1)].join('\n'))
  t.equal(short.length, 1)
  const long = chunksOf(bodyOf('long', 99).join('\n'))
  t.ok(long.length >= 5 && long.every(({ lines }) => lines.length <= 20))
  t.ok(
    chunksOf(`${'x'.repeat(3_000)}\n`.repeat(4)).every(({ lines }) => lines.length <= 2),
    'lines of data',
  )
})

t.test('an empty text has no chunk, a text of a million lines a bounded number', async (t) => {
  t.same(chunksOf(''), [])
  t.same(chunksOf('\n \n'), [])
  t.equal(chunksOf('x\n'.repeat(1_000_000)).length, MOST_CHUNKS)
})
