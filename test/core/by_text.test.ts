import t from 'tap'
import { byText } from '#core'

t.test(
  'a function by text computes the same text once, and forgets all when it kept too much',
  async (t) => {
    const asked: string[] = []
    const length = byText((text) => {
      asked.push(text)
      return text.length
    }, 10)
    t.equal(length('four'), 4)
    t.equal(length('four'), 4)
    t.same(asked, ['four'])
    length('sixsix')
    length('four')
    t.same(asked, ['four', 'sixsix'], 'ten characters are kept')
    length('x')
    length('four')
    t.same(asked, ['four', 'sixsix', 'x', 'four'], 'an eleventh one forgets them')
    length('longer than ten')
    length('longer than ten')
    t.equal(
      asked.filter((text) => text.startsWith('longer')).length,
      2,
      'a longer text is not kept',
    )
  },
)
