import fc from 'fast-check'
import t from 'tap'
import { letterPattern } from '#core'

const SOURCES = [
  String.raw`(?<![\p{L}\p{N}])(?:foo|bär|и)(?![\p{L}\p{N}])`,
  String.raw`^\p{L}[\p{L}\p{N} /_.-]{1,4}\s*:`,
  String.raw`[^\p{L}]\p{M}*$`,
  String.raw`\\p{2}|\[\p{L}|[\]\p{N}]x`,
  String.raw`\p{Lu}oo|fo\p{M}?o`,
]

t.test('a pattern of letters finds in any text what a regular expression finds', async (t) => {
  const parts = fc.constantFrom(
    ...'foobarFOBAR019 _:[]\\px{}.',
    'foo',
    'bär',
    'И',
    'é',
    'e\u0301',
    'ſ',
    'K',
    '中',
  )
  const texts = fc.array(parts, { maxLength: 8 }).map((list) => list.join(''))
  for (const source of SOURCES) {
    const [pattern, known] = [letterPattern(source), new RegExp(source, 'iu')]
    fc.assert(
      fc.property(texts, (text) => pattern.test(text) === known.test(text)),
      { numRuns: 300 },
    )
  }
  t.pass()
})
