/** Words by language with which a review or an explanation is asked for, and those that begin a clause behind it. */
interface LookWords {
  /** Verbs of an inspection: alone they ask for a report. */
  look: string
  /** Verbs of an inspection that a program does, too ("Lies die Datei ein"): a clause that asks has to follow. */
  read: string
  /** Beginnings of sentences that ask to be shown or helped to understand. */
  phrase: RegExp
  /** Verbs that ask for words, beside those of `REQUEST_WORDS`. */
  ask: string
  /** Clauses that ask for words by a verb that also orders work: "gib mir", and not "gib jedem Feld". */
  says: RegExp
  /** First words of a clause that go on with what is looked at. */
  goesOn: string
  and: RegExp
  /** Words behind which a verb may be part of what is asked about. */
  how: RegExp
  /** A verb that orders with a pronoun behind it: `corrige-le`, `arréglalo`. */
  ordersIt: RegExp | null
}

export const LOOK_WORDS: Record<string, LookWords> = {
  German: {
    look: 'schau schaue schaut sieh seht begutacht beurteil bewert analysier untersuch kritisier',
    read: 'prüf überprüf lies lest geh geht durchsuch vergleich kontrollier',
    phrase:
      /^(?:gib (?:mir|uns)\s|wirf einen blick\b|führ\w* (?:mich|uns) durch|hilf (?:mir|uns)\b.*\bzu verstehen|mach\w* (?:ein\w* )?(?:code-?)?review\b|ich (?:möchte|will|würde) (?:gerne? )?(?:wissen|verstehen)\b)/iu,
    ask: 'bericht meld schätz urteil begründ',
    says: /^(?:gib (?:mir|uns|dein\w*|eine? (?:überblick|bewertung|einschätzung|liste|empfehlung))|mach\w* (?:mir )?eine liste)(?!\p{L})/iu,
    goesOn:
      'der die das den dem des ein eine einen einem einer alle alles jede jeden jedes ob wo was wie warum welche welcher welches woher seine seinen seine ihre ihren in im auf mit nach an zu',
    and: /\s(?:und|sowie)\s|[,;:]\s/u,
    how: /(?<!\p{L})(?:wie|warum|wieso|weshalb)(?!\p{L})/iu,
    ordersIt: null,
  },
  French: {
    look: 'regarde regardez relis relisez évalue évaluez critique critiquez examine examinez analyse analysez inspecte inspectez parcours parcourez',
    read: 'lis lisez vérifie vérifiez passe passez contrôle cherche cherchez',
    phrase:
      /^(?:donne(?:z)?-(?:moi|nous)\s|présente(?:z)?-(?:moi|nous)\s|jette(?:z)? un (?:œil|coup d'œil)(?!\p{L})|aide(?:z)?-(?:moi|nous) à comprendre|fais (?:moi )?une (?:revue|relecture)\b|(?:j'aimerais|je (?:veux|voudrais)) (?:savoir|comprendre)\b)/iu,
    ask: 'dis-moi dites-moi indique indiquez signale signalez',
    says: /^(?:donnez?(?:-moi|-nous| (?:ton|votre) (?:avis|opinion)| une? (?:liste|avis|aperçu|résumé))|notez? (?:ce|tout)|fai(?:s|tes) (?:un rapport|un résumé|une synthèse|une liste))(?!\p{L})/iu,
    goesOn:
      "le la les l' un une des du de ce ceux tout tous toutes chaque si où que qui quoi quel quelle comment pourquoi lesquels d'où sa son ses leur leurs dans avec à en",
    and: /\s(?:et|puis|ainsi que)\s|[,;:]\s/u,
    how: /(?<!\p{L})(?:comment|pourquoi)(?!\p{L})/iu,
    ordersIt: /^\p{L}{2,}-(?:l[ea]|les)$/u,
  },
  Spanish: {
    look: 'mira mire revisa revise evalúa evalúe critica critique examina examine analiza analice inspecciona inspeccione recorre recorra investiga investigue',
    read: 'lee lea comprueba compruebe verifica verifique busca',
    phrase:
      /^(?:dame\s|danos\s|cuéntame\s|échale un vistazo\b|ayúda(?:me|nos) a (?:entender|comprender)|haz(?:me)? una (?:revisión|reseña)\b|(?:me gustaría|quiero|quisiera) (?:saber|entender|comprender)\b)/iu,
    ask: 'di diga dime dímelo señala señale informa infórmame indica enumera',
    says: /^(?:da(?:me|nos)|da (?:tu|su|una? (?:lista|opinión|resumen|valoración))|anot[ae] (?:lo que|todo lo))(?!\p{L})/iu,
    goesOn:
      'el la los las lo un una unos unas del de cada todo todos todas si dónde que qué quién cuál cuáles cómo por su sus en con a al',
    and: /\s(?:y|e|luego|después)\s|[,;:]\s/u,
    how: /(?<!\p{L})(?:cómo|por qué)(?!\p{L})/iu,
    ordersIt: /^(?=\p{L}*[áéíóú]|haz)\p{L}{2,}l[oa]s?$/u,
  },
}
