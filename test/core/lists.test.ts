import t from 'tap'
import { countNoun, findEvidenceIds, limitLines, nameFirst, parseEvidenceId } from '#core'

t.test('a count has its noun in the right number', async (t) => {
  t.equal(countNoun(1, 'file'), '1 file')
  t.equal(countNoun(0, 'file'), '0 files')
  t.equal(countNoun(3, 'match'), '3 matches')
  t.equal(countNoun(2, 'entry'), '2 entries')
})

t.test('a long list is cut and says how many more there are', async (t) => {
  t.equal(nameFirst(['a', 'b', 'c'], 2), 'a, b and 1 more')
  t.equal(nameFirst(['a', 'b'], 2), 'a, b')
  t.equal(nameFirst([], 2), '')
  t.same(limitLines(['a', 'b', 'c'], 1), ['a', '… 2 more lines'])
  t.same(limitLines(['a', 'b'], 1), ['a', '… 1 more line'])
  t.same(limitLines(['a', 'b'], 2), ['a', 'b'])
  t.same(
    limitLines(['a', 'b'], 0, (left) => `${left} hidden`),
    ['2 hidden'],
  )
})

t.test('an evidence id is e and a number from 1', async (t) => {
  t.equal(parseEvidenceId('e12'), 12)
  for (const other of ['e0', 'e01', 'E12', 'n12', 'e', 'e1x', ' e1', '[e1]', `e${'9'.repeat(16)}`])
    t.equal(parseEvidenceId(other), null, other)
  t.same(findEvidenceIds('[E3], e12 and (e3), the12'), ['e3', 'e12', 'e3'])
  t.same(findEvidenceIds('none'), [])
})
