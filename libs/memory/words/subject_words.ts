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
/** Endings that make two forms of one word. */
const ENDINGS = /(?:'s|ies|ing|edly|ed|es|s|er|en|e)$/
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

/** A word without its ending; words of fewer than five letters stay. */
function stem(word: string): string {
  const short = word.replace(ENDINGS, '')
  return short.length >= LEAST_STEM ? short : word
}

function pairsOf(text: string): string[] {
  const all = [...text].filter((one) => /\p{Script=Han}/u.test(one))
  return all.slice(1).map((one, at) => `${all[at] ?? ''}${one}`)
}
