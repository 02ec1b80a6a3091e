/**
 * Words that only make a sentence a rule, in five languages: they say when it holds, not what it is about. Two rules that
 * begin with `从现在开始` or `a partir de ahora` have nothing in common by that.
 */
const OPENINGS = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:${[
      'from (?:now|here) on(?:wards)?',
      'going forward',
      'in (?:the )?future',
      "(?:please )?(?:remember|memori[sz]e|don'?t forget|keep in mind)(?: (?:it|this|that))?",
      'keep (?:it|this|that) in mind',
      'make it a rule',
      '(?:our|my|the) (?:rule|convention) is(?: that)?',
      'ab (?:jetzt|sofort|heute)',
      'von (?:jetzt|nun) an',
      'in zukunft',
      'künftig',
      'merke? (?:es )?dir(?: das)?',
      'denke? daran',
      'vergiss (?:das )?nicht',
      '(?:unsere|meine|die) (?:regel|konvention) (?:ist|lautet)',
      "souviens[- ]t(?:oi|'en)",
      'souvenez[- ]vous',
      '(?:retiens|retenez)(?:[- ]le)?(?: que)?',
      'rappelle[- ]toi',
      "n'oubliez? pas",
      'désormais',
      'dorénavant',
      'à partir de maintenant',
      "à l'avenir",
      '(?:notre|ma|la) (?:règle|convention) est(?: que)?',
      'recu[eé]rda(?:lo)?(?: que)?',
      'acu[eé]rdate(?: de)?(?: que)?',
      'no (?:lo )?olvides(?: que)?',
      'a partir de ahora',
      'de ahora en adelante',
      'en (?:el futuro|adelante)',
      '(?:nuestra|mi|la) (?:regla|convención) es(?: que)?',
    ].join('|')})(?![\\p{L}\\p{N}])`,
    '从现在(?:开始|起)|從現在(?:開始|起)|[请請]?(?:[记記牢]住|牢[记記])|[别別]忘了|以[后後]|今[后後]',
  ].join('|'),
  'giu',
)

/** What a rule is about, without the words that make it one. */
export function withoutOpenings(text: string): string {
  return text.replace(OPENINGS, ' ')
}
