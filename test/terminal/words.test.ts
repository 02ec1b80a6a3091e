import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { readLanguage } from '../../apps/cli/language/read_language.js'
import { ERRORS } from '../../libs/core/errors/errors.js'
import { AircoderError } from '../../libs/core/index.js'
import { describeCut } from '../../libs/supervisor/window/cut_prompt.js'
import { ERROR_TEXTS } from '../../libs/terminal/chinese/errors.js'
import { CLAUSES, SENTENCES, sayChinese } from '../../libs/terminal/chinese/say.js'
import { WORDS } from '../../libs/terminal/chinese/words.js'
import { loadSay } from '../../libs/terminal/load_say.js'
import { ENGLISH } from '../../libs/terminal/words/english.js'
import { sayEnglish } from '../../libs/terminal/words/say.js'

const placesOf = (text: string) => [...text.matchAll(/\{@?(\w+)\}/g)].map(([, name]) => name ?? '')
/** The share of its pairs of words that a source has. */
const KNOWN = 0.5
const PHRASES = Object.entries({ ...CLAUSES, ...SENTENCES })

t.test('both languages have every text, with the same placeholders', async (t) => {
  t.same(Object.keys(WORDS).sort(), Object.keys(ENGLISH).sort())
  for (const [key, text] of Object.entries(ENGLISH)) {
    const other = WORDS[key as keyof typeof ENGLISH]
    t.same([...new Set(placesOf(other))].sort(), [...new Set(placesOf(text))].sort(), key)
    t.notMatch(other, /^\s*$/, key)
    if (text.endsWith(': ')) t.ok(other.endsWith('：'), `${key}: a prompt stays a prompt`)
  }
})

t.test('the Chinese texts of an error have no fact that its row has not', async (t) => {
  for (const [code, texts] of Object.entries(ERROR_TEXTS)) {
    const { message, hint } = ERRORS[code as keyof typeof ERROR_TEXTS]
    const known = placesOf(`${message} ${hint}`)
    for (const name of placesOf(texts.join(' '))) t.ok(known.includes(name), `${code}: {${name}}`)
  }
  const error = new AircoderError('DATA_DIR_UNUSABLE', {
    source: 'The data folder',
    path: '/x',
    reason: 'the disk is full',
  })
  t.equal(sayChinese.error(error).message, '数据文件夹 /x 不能存放账本：磁盘已满。')
  t.equal(sayEnglish.error(error).message, error.message)
})

t.test('a phrase gives its own facts back, and the source has it', async (t) => {
  const source = sourceTexts()
  for (const [english, chinese] of PHRASES) {
    const names = placesOf(english)
    for (const name of placesOf(chinese)) t.ok(names.includes(name), `${english}: {${name}}`)
    t.match(chinese, /[\p{Script=Han}{}]/u, english)
    const all = isCounted(english) ? [] : wordPairs(english)
    // One pair alone may be where a source puts its parts together.
    const pairs = all.length < 2 ? [] : all
    const known = pairs.filter((pair) => source.includes(pair))
    t.ok(known.length >= pairs.length * KNOWN, `no source writes "${english}"`)
  }
})

t.test('a text of the program is put into Chinese with its facts', async (t) => {
  const { lines, part } = sayChinese
  t.equal(part('3 steps'), '3 步')
  t.equal(part('queued: place 3 of 7, about 25 s'), '排队：第 3/7 位，约 25 秒')
  t.equal(part('read src/a.ts lines 1-20'), '读取 src/a.ts 第 1-20 行')
  t.equal(
    lines(
      '  2 messages and what followed would leave the conversation. The ledger keeps everything.\n',
    ),
    '  2 条消息及其之后的内容将离开对话。账本保留一切。\n',
  )
  t.equal(lines('Type /undo, /undo N or /undo turn.'), '请输入 /undo、/undo N 或 /undo turn。')
})

t.test('what begins with its own words wins over what begins with a fact', async (t) => {
  const { part } = sayChinese
  t.equal(
    part('nothing checked: the old text is not in the file'),
    '没有检查：the old text is not in the file',
    'a reason is no path',
  )
  t.equal(part('run is not on the list of safe commands'), 'run 不在安全命令列表中')
  t.equal(part('a.ts: the old text is not in the file'), 'a.ts：文件中没有要替换的文本')
})

t.test('why a run ended is in Chinese as a whole', async (t) => {
  const cut = { sentTokens: 12_000, readTokens: 4_096 }
  const ends = [
    describeCut({ ...cut, servedTokens: null }),
    describeCut({ ...cut, servedTokens: 4_096 }),
    'your text is too long for the window of 4,096 tokens: 8,000 of the 12,000 characters of your text do not fit. Nothing was sent',
    'the limit of 3 steps for a question is reached',
    'gave up after 3 replies in a row that could not be used: the server sent nothing. A larger output limit may help: AIRCODER_MAX_OUTPUT.',
    'No model answers at http://127.0.0.1:9: connection refused, after a wait of 5 s.',
    'photo.png is not sent: this model does not see pictures',
    'half run, not repeated: make all',
    'not committed: a.ts was changed by somebody else during the task',
    'committed 1234567 (2 files, without b.ts): Fix it',
    'step 2 goes to the fast tier (small): it is a short question',
  ].map((end) => sayChinese.part(end))
  t.same(
    ends.filter((end) =>
      /(?:\b[a-z]+[,;:]? ){2}[a-z]/.test(end.replace('the server sent nothing', '')),
    ),
    [],
    ends.join('\n'),
  )
})

t.test('data stays as it is', async (t) => {
  for (const text of [
    '+Nothing was changed, said the fox.',
    'const unproven = 3 steps',
    'nothing',
    'failed',
    '{what} {n} steps',
    `${'a {b} '.repeat(2_000)}`,
  ])
    t.equal(sayChinese.lines(text), text)
})

t.test('a fact is never read as a placeholder', async (t) => {
  t.equal(
    sayEnglish('session.task', { step: 3, text: '{text} {cwd}' }),
    'continuing the task at step 3: {text} {cwd}',
  )
  t.equal(sayChinese('steps.many', { count: 3 }), '3 步')
  t.equal((await loadSay('zh')).language, 'zh')
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

/** `{n} files`: the source has the noun, `countNoun` the form. */
function isCounted(english: string): boolean {
  return /^(?:1|\{n\}) /.test(english)
}

/** Two words of a phrase side by side. Sources put sentences together from parts, so a few pairs are in none. */
function wordPairs(english: string): string[] {
  return english.split(/\{\w+\}/).flatMap((part) => {
    const words = part.split(/[^\w'/-]+/).filter((word) => /[a-z]/i.test(word))
    return words.slice(1).map((word, at) => `${words[at]} ${word}`)
  })
}

/** All texts of the sources, but for the tables of languages. */
function sourceTexts(): string {
  const texts: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !path.endsWith('terminal/chinese')) walk(path)
      else if (path.endsWith('.ts')) texts.push(readFileSync(path, 'utf8'))
    }
  }
  for (const folder of ['libs', 'apps/cli']) walk(folder)
  // Commander has these.
  return [...texts, 'display help for command', 'output the version number']
    .join('\n')
    .replaceAll("\\'", "'")
    .replace(/[^\w'/-]+/g, ' ')
}
