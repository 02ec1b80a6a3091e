/** How a language says what holds in each case: "members always get a court before guests". */
interface Statements {
  /** A sentence with "always" or "never" whose subject is neither the speaker nor a thing named before. */
  holds: RegExp
  /**
   * What a report has and a rule has not: an error, the past, the wish to find out why, or one part of the program that
   * does something ("the button never reacts").
   */
  report: RegExp
  /** One thing that is there: "the sensor always says closed" may be a rule for the program, or a bug of it. */
  definite: RegExp
}

/** Letters of any language end a word; `\b` knows only those of English. */
const word = (body: string) => String.raw`(?<![\p{L}\p{N}])(?:${body})(?![\p{L}\p{N}])`
const pattern = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'iu')

/** What must be is no report. */
const NORM = new RegExp(
  word('must|should|soll|sollen|muss|müssen|darf|dürfen|doit|doivent|debe|deben|必须|不得'),
  'iu',
)

/** One entry a language. A rule of which the report sounds the same is not learned: the person can begin it with `#`. */
const STATEMENTS: Readonly<Record<string, Statements>> = {
  english: {
    holds: pattern(
      // An order to make something may say "always" of that thing: "write a function that always returns".
      String.raw`^(?!(?:my|your|his|her|its|this|that|these|those|some|many|most|users?|people|customers?|tests?|builds?|requests?|it|they|we|you|i|he|she|nothing|something|everything|there|what|why|when|if|so|and|but|as|fix|write|add|make|create|find|show|let|implement|build|change|update|remove|explain|check|debug|refactor|please|can|could|is|are|do|does|did)\b)(?:[\p{L}\p{N}'’-]+,? ){1,9}?(?:always|never) \S`,
    ),
    report: pattern(
      word(
        String.raw`seen|before i|fail\w*|crash\w*|wrong\w*|broken|bugs?|empty|missing|too|incorrect\w*|no longer|but|instead|null|undefined|nan|errors?|freez\w*|hang(?:s|ing)|stuck|stale|slow\w*|works?|worked|so|which|repair|fix|why|find out|been|was|were|had|got|came|said|takes? (?:\w+ )?(?:seconds|minutes|hours|forever)`,
      ),
      String.raw`^never (?:seen|had|heard|got|been|worked|happened)\b`,
      String.raw`\bnever (?:shown|sent|called|updated|saved|stored|loaded|displayed|reached|returned|triggered|closed|found|delivered|received|rendered)\b(?! (?:\w+ ){0,3}(?:without|unless|before|until|as)\b)`,
    ),
    definite: pattern(String.raw`^(?:the|our) `),
  },
  german: {
    holds: pattern(
      String.raw`^(?!(?:(?:die |unsere )?(?:nutzer|benutzer|kunden|leute)|ich|es|er|sie|man|das|dies|mir|mich|manche|einige|nutzer|benutzer|warum|wieso|weshalb|zeig\p{L}*|füge?|baue?|erstelle?|mach|behebe?|finde?)(?![\p{L}]))(?:[^\s,]+ ){1,9}?(?:immer(?! (?:noch|mehr|wieder|so)(?!\p{L}))|niemals|nie(?! wieder so)|stets)(?:,| \S)`,
    ),
    report: pattern(
      word(
        String.raw`leere?[nrs]?|falsch\p{L}*|kaputt\p{L}*|fehler|fehlt|fehlen|abst[üu]rz\p{L}*|stürzt|schlägt|hängt|klemmt|reagiert|funktioniert|läuft|verschluckt|zu \p{L}+|schon immer|noch nie|immer noch|nie wieder so|alte[nrs]? (?:meldung|wert|text)|woran|warum|weshalb|finde heraus|behebe|repariere|war|waren|hatte|hatten|habe|wurde|wurden|bekam`,
      ),
      String.raw`(?<!\p{L})(?:nie|niemals) (?:angezeigt|geschickt|gesendet|verschickt|aufgerufen|geladen|gespeichert|gefunden|geschlossen|aktualisiert)(?!\p{L})`,
      String.raw`^(?:der|die|das|unser|unsere|mein|meine) (?:\p{L}+ )?(?:programm|app|knopf|button|schalter|schaltfläche|liste|seite|test|server|funktion|formular|fenster|menü|skript|build|meldung|summe|bild|datei|anzeige|befehl|suche)(?!\p{L})(?!.*${word('soll|sollen|muss|müssen|darf|dürfen')})`,
      word('füge|ergänze|finde|behebe|repariere|ändere') +
        String.raw`(?: \p{L}+){0,2} (?:hinzu|es|das|ihn|sie)(?!\p{L})`,
    ),
    definite: pattern(String.raw`^(?:der|das|die|dein|unser|unsere) `),
  },
  french: {
    holds: pattern(
      String.raw`^(?!j['’]|(?:les (?:utilisateurs|clients)|je|il|elle|ça|ca|cela|ceci|on (?:ne )?(?:voit|reçoit|obtient|trouve|a|peut)|tu|pourquoi|montre\p{L}*|ajoute|corrige|trouve|crée|fais)(?!\p{L}))(?:[^\s,]+ ){1,9}?toujours \S`,
      String.raw`^(?!j['’]|(?:les (?:utilisateurs|clients)|je|il|elle|ça|ca|cela|ceci|on (?:ne )?(?:voit|reçoit|obtient|trouve|a|peut)|tu|pourquoi|montre\p{L}*|ajoute|corrige|trouve|crée|fais)(?!\p{L}))(?!.*${word('qui|que')}\s+n[e'’]).*(?:\sn(?:e\s+|['’])(?:se\s+|s['’])?\S+\s+(?:plus )?jamais)(?:\s\S|[.!]?$)`,
    ),
    report: pattern(
      word(
        String.raw`vides?|(?:est|sont|toujours) (?:\p{L}+ )?fau(?:x|sses?)|échou\p{L}*|(?:se )?plante(?:nt)?(?= (?:toujours|jamais|à|au|quand|dès|lors))|planté|march\p{L}*|fonctionn\p{L}*|cass\p{L}*|bloqu\p{L}*|lente?s?|ancien(?:ne)?s?|manque(?:nt)?|reçue?s?|trouve|pourquoi|corrige|répare|change|était|étaient|avait|ajoute-l[ae]|ajoutes?-l[ae]`,
      ),
      String.raw`(?<!\p{L})(?:a|ont|avons|ai|avez|as) (?:toujours|jamais) \p{L}+(?:é|i|u|it|is|ert)e?s?(?!\p{L})`,
      String.raw`^(?:le|la|l['’]|notre|mon|ma) ?(?:bouton|liste|programme|page|test|serveur|fonction|formulaire|fenêtre|menu|script|message|total|somme|image|application|appli|commande|recherche)(?!\p{L})(?!.*${word('doit|doivent')})`,
    ),
    definite: pattern(String.raw`^(?:(?:le|la|notre) |l['’])`),
  },
  spanish: {
    holds: pattern(
      String.raw`^(?!(?:(?:los|las) (?:usuari|client)[oae]s|yo|él|ella|eso|esto|me|por qué|muestra\p{L}*|añade|corrige|arregla|busca|crea|haz)(?!\p{L}))(?!.*${word('que|quien|cual')}\s+(?:nunca|siempre|jamás))(?:[^\s,]+ ){1,9}?(?:siempre|nunca|jamás)(?:,| \S)`,
    ),
    report: pattern(
      word(
        String.raw`vac[ií]\p{L}*|cae[n]?|falla[n]?|funciona[n]?|incorrect\p{L}*|mal|antigu[oa]s?|rot[oa]s?|lent[oa]s?|averigua|arregla|corrige|repara|falta[n]?|había|habían|ha|han|he|hemos|añádel[oa]s?|cámbial[oa]s?|por qué|error`,
      ),
      String.raw`^(?:siempre|nunca) (?!solo)\p{L}+o(?!\p{L})`,
      String.raw`(?<!\p{L})(?:nunca|siempre) (?:me |te |se |lo |la )?\p{L}+(?:í|é|ó|aron|ieron|aba|aban|ía|ían)(?!\p{L})`,
      String.raw`^(?:el|la|nuestr[oa]|mi) (?:botón|lista|programa|página|prueba|test|servidor|función|formulario|ventana|menú|script|mensaje|total|suma|imagen|aplicación|app|pantalla|búsqueda)(?!\p{L})(?!.*${word('debe|deben')})`,
    ),
    definite: pattern(String.raw`^(?:el|la|nuestr[oa]) `),
  },
  chinese: {
    holds:
      /^(?!(?:请|請)?(?:(?:写|寫)(?!.{0,8}(?:前|后|後|时|時))|加|修|做|给|給|把|让|讓|找|查|显示|顯示|为什么|為什麼|为何|解释)).*(?:一律|绝不|絕不|必须|必須|务必|務必|不得|永远(?:不|都|要|由|能)|永遠(?:不|都|要|由|能)|始终|始終|总是|總是)/u,
    report:
      /(?<!留)空(?!格)|黑的|崩溃|崩潰|失败|失敗|错|錯|不响应|旧的|舊的|卡住|很慢|太慢|缺少|缺了|[吗嗎呢]|会不会|會不會|从来没|從來沒|原因|报错|報錯|有(?:一)?(?:个|個)?(?:bug|问题|問題)|^(?:[它他她]|我(?!们|們))|一直显示/u,
    definite: pattern(String.raw`^(?:这|那|這)`),
  },
}

/**
 * What a sentence with "always" or "never" is: `rule` states what holds in each case, `doubt` may report the same, `none`
 * is something else.
 * @param language  a key of the triggers
 */
export function statementIn(text: string, language: string): 'rule' | 'doubt' | 'none' {
  const one = STATEMENTS[language]
  if (one === undefined || !one.holds.test(text) || one.report.test(text)) return 'none'
  return one.definite.test(text) && !NORM.test(text) ? 'doubt' : 'rule'
}

/** Whether a sentence reports something, in a language whose orders and reports have one form. */
export function reports(text: string, language: string): boolean {
  return language !== 'english' && STATEMENTS[language]?.report.test(text) === true
}
