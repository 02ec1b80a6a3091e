import { regularForm, shortSingular } from './number_forms.js'

/** Words without a subject of their own. */
const STOP = new Set(
  `a an the and or but nor so if then else than that this these those it its is are was were be been being am do does did done to of in on at by for with from as into onto about over under after before between through during without within
  i you he she we they me him her us them my your his our their mine yours not no yes never always ever please remember now use used uses using make makes made all any each every some only just also too very more most much many few less other same such own one two
  can could may might must should will would need needs want have has had get gets got let keep put go goes when where which who whom what why how there here project repo repository codebase code everything anything nothing something
  der die das den dem des ein eine einen einem einer und oder aber nicht kein keine immer nie niemals bitte ist sind war wir ich du ihr sie es mit von zu zum zur im in am an auf für bei aus nach vor als wie wenn dass ab jetzt merk dir verwende verwenden benutze nutze projekt
  le la les un une des et ou mais ne pas jamais toujours est sont nous vous je tu il elle on avec de du dans pour par sur au aux en ce cette ces que qui utilise utiliser projet
  el los las uno unos unas y o pero no nunca siempre es son nosotros yo tú con de del en para por sobre al que usa usar usamos proyecto`
    .split(/\s+/)
    .filter(Boolean),
)
/** Characters without a subject of their own: a pair with one of them says nothing. */
const CHINESE_STOP = /[的了们們吗嗎呢吧着著这這那我你您他她它把被就也都给給从從]|^[里裡]/u
/** Pairs of every rule and of every task. */
const CHINESE_PAIRS = new Set(
  '项目 項目 现在 現在 开始 開始 总是 總是 一律 永远 永遠 不能 不要 绝不 絕不 绝对 必须 必須 务必 務必 统一 統一 使用 时候 時候 功能 增加 添加 加一 一个 一個 代码 代碼 只能 最多 至少 所有'.split(
    ' ',
  ),
)
/** Endings that make two forms of one word. */
const ENDINGS = /(?:'s|ing|edly|ed|es|s|er|en|e)$/
const LEAST_STEM = 4

/** The subject words of a text: stems in small letters, parts of names, and pairs of Chinese characters. */
export function subjectWords(text: string): Set<string> {
  const found = new Set<string>()
  const plain = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  for (const word of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (/\p{Script=Han}/u.test(word)) for (const pair of pairsOf(word)) found.add(pair)
    else if (word.length > 1 && !STOP.has(word)) found.add(stem(word))
  }
  return found
}

/**
 * A word without its ending and its accents; of a short word only the `s` of a plural goes. `Verträge` and `Vertrag`,
 * `policies` and `policy`, `classes` and `class`.
 */
function stem(word: string): string {
  const plain = regularForm(word.normalize('NFD').replace(/\p{M}/gu, ''))
  const short = plain.replace(ENDINGS, '')
  if (short.length < LEAST_STEM) return shortSingular(plain)
  // `banned` comes from `ban`, and `missed` from `miss`.
  const one = /(?:ed|ing)$/.test(plain) ? short.replace(/([bdgmnpt])\1$/, '$1') : short
  return withoutLastS(one).replace(/(?<=[^aeiou])y$/, 'i')
}

/** `process` and `processes`, `status` and `statuses` have the same letters before their last `s`. */
function withoutLastS(word: string): string {
  let end = word.length
  while (end > LEAST_STEM && word[end - 1] === 's') end -= 1
  return word.slice(0, end)
}

function pairsOf(text: string): string[] {
  const all = [...text].filter((one) => /\p{Script=Han}/u.test(one))
  return all
    .slice(1)
    .map((one, at) => `${all[at] ?? ''}${one}`)
    .filter((pair) => !CHINESE_STOP.test(pair) && !CHINESE_PAIRS.has(pair))
}
