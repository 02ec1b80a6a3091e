import t from 'tap'
import { alikeLines } from '#context'

const records = Array.from(
  { length: 60 },
  (_, at) => `row ${1000 + at}; canyon valley; state notify; depth ${at * 7}`,
)
const withLine = (line: string) => [...records.slice(0, 40), line, ...records.slice(40)]

t.test('a line that says for its file what another said for its own is found', (t) => {
  const sample = { path: 'data/juniper.txt', line: 'the base of juniper is 370 units' }
  t.same(alikeLines('data/quarry.txt', withLine('the base of quarry is 12 units'), sample), [41])
  const constant = { path: 'src/harbor.mjs', line: 'export const HARBOR_LIMIT = 4113' }
  const code = records.map((_, at) => `export function measureQuarry${at}(limit) { return ${at} }`)
  t.same(alikeLines('src/quarry.mjs', [...code, 'export const QUARRY_LIMIT = 9'], constant), [61])
  const seal = { path: 'vault/hamlet.txt', line: 'the seal of hamlet reads ha68-copper-875' }
  const other = 'the seal of falcon reads fa3-lantern-555'
  t.same(alikeLines('vault/falcon.txt', withLine(other), seal), [41], 'values do not count')
  const chained = {
    path: 'data/opal.txt',
    line: 'station opal has the weight 77 and the next file is data/reef.txt',
  }
  const last = 'station reef has the weight 31 and this is the last file'
  t.same(alikeLines('data/umber.txt', withLine(chained.line), chained), [41])
  t.same(alikeLines('data/reef.txt', withLine(last), chained), [], 'too few words are the same')
  const chinese = { path: 'a.txt', line: '港口的系数是 8117' }
  t.same(alikeLines('b.txt', withLine('港口的系数是 12'), chinese), [41])
  t.end()
})

t.test('a line of a shape that every line has, or without a value, names nothing', (t) => {
  const sample = { path: 'data/juniper.txt', line: records[3] ?? '' }
  t.same(alikeLines('data/quarry.txt', records, sample), [])
  const word = { path: 'data/juniper.txt', line: 'juniper 12' }
  t.same(alikeLines('data/quarry.txt', withLine('quarry 12'), word), [])
  const said = { path: 'data/juniper.txt', line: 'the base of juniper is 370' }
  t.same(alikeLines('data/quarry.txt', withLine('the base of quarry is open'), said), [])
  t.same(alikeLines('data/quarry.txt', [], said), [])
  t.end()
})
