import t from 'tap'
import { quotationsIn } from '../../libs/memory/rules/learn/own_words.js'

/** Every quotation of a text, by its place. */
function found(text: string): Record<number, string> {
  const quotationAt = quotationsIn(text)
  const all = [...text].map((_, at): [number, string] => [at, quotationAt(at)])
  return Object.fromEntries(all.filter(([, quotation]) => quotation !== ''))
}

t.test('a quotation ends at the first mark that closes it', async (t) => {
  t.same(found('a "b" c'), { 2: '"b"' })
  for (const quotation of ['„a“', '„b”', '«c»', '「d」', '『e』', '"f"', "'g'", '‘h’'])
    t.same(found(`${quotation} z`), { 0: quotation })
  t.same(found('“a “b” c'), { 0: '“a “b”', 3: '“b”' }, 'one mark closes both')
  t.same(found("say 'don't' now"), { 4: "'don't'" })
  t.same(found("the users' files"), {}, 'an apostrophe')
})

t.test('what nothing closes within reach is no quotation', async (t) => {
  const of = (open: string, chars: number, close: string) => found(open + 'x'.repeat(chars) + close)
  t.same(Object.keys(of('“', 2_000, '”')), ['0'])
  t.same(of('“', 2_001, '”'), {})
  t.same(Object.keys(of('‘', 600, '’')), ['0'])
  t.same(of('‘', 601, '’'), {})
  t.same(found('‘a\nb’'), {}, 'single marks stay within a line')
  t.same(found('“'.repeat(50)), {})
})
