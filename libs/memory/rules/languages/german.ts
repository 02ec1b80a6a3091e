import { oneOf, type RuleLanguage, starts, whole } from './language.js'

/** How German teaches rules, and what only sounds like one. */
export const GERMAN: RuleLanguage = {
  order: starts(
    String.raw`(?:immer|niemals|nie|stets)\s+\S`,
    String.raw`(?:unsere|meine|die) (?:regel|konvention) (?:ist|lautet)\b`,
    String.raw`(?:(?:wenn|bevor|sobald|nachdem) du|vor|nach|bei|für) [^,]{2,60},\s*\p{L}+ (?:\p{L}+ )?(?:immer|nie|niemals|stets)(?!\p{L})`,
    // "Wenn du SQL schreibst, immer groß.": without a verb it is an order.
    String.raw`(?:wenn|bevor|sobald|nachdem|falls) du [^,]{2,60},\s*(?:bitte\s+)?(?:immer|nie|niemals|stets)\s+\S`,
  ),
  habit: starts(
    String.raw`wir (?:verwenden|benutzen|nutzen|schreiben|bevorzugen|vermeiden|runden|benennen|rücken)\s+\S`,
    String.raw`(?:in|für|bei|mit) (?:\S+ ){1,3}(?:verwenden|benutzen|nutzen|schreiben) wir\s+\S`,
    String.raw`(?:in|für) (?:diesem|unserem|dieses|unser) (?:projekt|repo|repository|team)\b`,
  ),
  anywhere: oneOf(
    String.raw`\b(?:merk(?:e)? (?:dir|es dir)|denk(?:e)? daran|vergiss nicht|ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft)\b`,
    String.raw`\bmerk dir das\b`,
    String.raw`\b(?:darf|dürfen|muss|müssen)\b[^.!?]{0,300}\b(?:immer|stets|nie|niemals)\b`,
  ),
  norm: oneOf(
    String.raw`^(?:sag(?:e)? (?:mir|es mir)|frag(?:e)? mich|warn(?:e)? mich),? (?:wenn|falls|sobald) du (?:dir )?(?:nicht sicher|unsicher)(?!\p{L})`,
    String.raw`^(?!(?:it|this|that|he|she|they|es|das|sie|er|ça|cela|il|elle|eso|esto)(?!\p{L}))\p{L}.{5,120},\s*(?:immer|niemals|nie|stets)[.!]*$`,
    String.raw`^\p{L}[\p{L}\p{N} /_.-]{1,40}\s*(?::|[–-]\s)\s*(?:bitte )?(?:immer|nie|niemals|stets|nur)\s+\S`,
    String.raw`^(?:für|bei|beim|in|im) [^.!?:,]{2,40} gilt(?: (?:immer|stets|grundsätzlich))?\s*[:,]\s*\S`,
    String.raw`^(?:(?:bei|vor|nach|in|für|zu|mit) )?(?:jede[rsmn]?|alle[nrm]?) (?:\p{L}{1,30}e[rsmn]? )?\p{L}{0,30}?(?:funktion|methode|klasse|komponente|endpunkt|route|migration|commit|datei|modul|test|änderung|behebung|abfrage|skript|konstante|variable|abhängigkeit|tabelle|release|merge)\p{L}{0,30}(?: \p{L}{1,30}){0,5} (?:muss|müssen|brauch(?:t|en)|soll|sollen|bekomm(?:t|en)|gehör(?:t|en)|darf|dürfen)(?!\p{L})`,
    String.raw`\b(?:jedes ?mal|immer),? wenn du\b`,
    String.raw`^wir (?:verwenden|benutzen|nutzen|schreiben|mocken|committen) (?:\p{L}+ )?(?:kein\p{L}*|nicht) \S(?!.*${whole('mehr|noch')})`,
  ),
  not: oneOf(
    String.raw`^wir (?:verwenden|benutzen|nutzen|brauchen) (?:\p{L}+ ){1,4}nicht mehr(?!\p{L})`,
    String.raw`\b(?:erinnerst|merkst) du\b`,
    String.raw`\bimmer (?:noch|mehr|wieder)\b(?!.*\b(?:verwende|benutze|nutze|schreib))`,
  ),
  everywhere: oneOf(String.raw`\bin (?:allen|jedem)(?: meinen| unseren)? projekte?n?\b`),
  ends: oneOf(
    String.raw`\bvergiss (?:die|diese|meine|unsere) (?:\S+ )?(?:regel|konvention|notiz)\b`,
    String.raw`\bnicht mehr (?:nötig|notwendig)\b`,
  ),
  holds: oneOf(
    String.raw`^(?!(?:(?:die |unsere )?(?:nutzer|benutzer|kunden|leute)|ich|es|er|sie|man|das|dies|mir|mich|manche|einige|nutzer|benutzer|warum|wieso|weshalb|zeig\p{L}*|füge?|baue?|erstelle?|mach|behebe?|finde?)(?![\p{L}]))(?:[^\s,]+ ){1,9}?(?:immer(?! (?:noch|mehr|wieder|so)(?!\p{L}))|niemals|nie(?! wieder so)|stets)(?:,| \S)`,
  ),
  report: oneOf(
    whole(
      String.raw`leere?[nrs]?|falsch\p{L}*|kaputt\p{L}*|fehler|fehlt|fehlen|abst[üu]rz\p{L}*|stürzt`,
      String.raw`schlägt|hängt|klemmt|reagiert|funktioniert|läuft|verschluckt|zu \p{L}+|schon immer`,
      'noch nie|immer noch|nie wieder so|alte[nrs]? (?:meldung|wert|text)|woran|warum',
      'weshalb|finde heraus|behebe|repariere|war|waren|hatte|hatten|habe|wurde|wurden|bekam',
    ),
    String.raw`(?<!\p{L})(?:nie|niemals) (?:angezeigt|geschickt|gesendet|verschickt|aufgerufen|geladen|gespeichert|gefunden|geschlossen|aktualisiert)(?!\p{L})`,
    String.raw`^(?:der|die|das|unser|unsere|mein|meine) (?:\p{L}+ )?(?:programm|app|knopf|button|schalter|schaltfläche|liste|seite|test|server|funktion|formular|fenster|menü|skript|build|meldung|summe|bild|datei|anzeige|befehl|suche)(?!\p{L})(?!.*${whole('soll|sollen|muss|müssen|darf|dürfen')})`,
    String.raw`${whole('füge|ergänze|finde|behebe|repariere|ändere')}(?: \p{L}+){0,2} (?:hinzu|es|das|ihn|sie)(?!\p{L})`,
  ),
  definite: oneOf('^(?:der|das|die|dein|unser|unsere) '),
}
