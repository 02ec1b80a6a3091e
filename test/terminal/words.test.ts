import t from 'tap'
import { LANGUAGES, readLanguage, sayIn } from '../../libs/terminal/words/say.js'

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

t.test('both languages have every text, with the same placeholders', async (t) => {
  const { en, zh } = LANGUAGES
  t.same(Object.keys(zh).sort(), Object.keys(en).sort())
  for (const [key, text] of Object.entries(en)) {
    const other = zh[key as keyof typeof en]
    t.same([...new Set(placesOf(other))], [...new Set(placesOf(text))], key)
    t.notMatch(other, /^\s*$/, key)
    if (text.endsWith(': ')) t.ok(other.endsWith('：'), `${key}: a prompt stays a prompt`)
  }
})

t.test('a fact is never read as a placeholder', async (t) => {
  t.equal(
    sayIn('en')('session.task', { text: '{text} {cwd}' }),
    'continuing the task: {text} {cwd}',
  )
  t.equal(sayIn('zh')('steps.many', { count: 3 }), '3 步')
})

t.test('auto follows the locale, and the setting wins', async (t) => {
  for (const [env, language] of [
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh' }, 'zh'],
    [{ LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'en'],
    [{ LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }, 'zh'],
    [{ LANG: 'zha_XX' }, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{}, 'en'],
  ] as const)
    t.equal(readLanguage('auto', env), language, JSON.stringify(env))
  t.equal(readLanguage('en', { LANG: 'zh_CN.UTF-8' }), 'en')
  t.equal(readLanguage('zh', {}), 'zh')
})
