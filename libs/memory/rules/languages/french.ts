import { oneOf, type RuleLanguage, starts, whole } from './language.js'

/** How French teaches rules, and what only sounds like one. */
export const FRENCH: RuleLanguage = {
  order: starts(
    String.raw`(?:toujours|jamais)\s+\S|ne\s+\S+\s+(?:jamais|plus jamais)\b|n'\S+\s+jamais\b`,
    // Many people leave out "ne": "fais jamais de commit sans test". A verb of what a program does is a report.
    String.raw`(?:fai(?:s|tes)|met(?:s|tez)|pren(?:ds|ez)|écri(?:s|vez)|(?:utilis|chang|touch|modifi|committ|commit|pouss|supprim|effac|laiss|import|stock|renomm|ignor|copi|expos|logg|fusionn|mélang|déploi|publi|contourn|désactiv|mock|indent|arrondi|appell|appel|enlev|dupliqu|réécri|hardcod)(?:e|es|ez|s|ssez))\s+(?:plus\s+)?jamais\s+\S`,
    String.raw`(?:notre|ma|la) (?:règle|convention) est\b`,
    String.raw`(?:dans|pour|avec|avant|après|quand|lors (?:de|d')|pendant) ?[^,]{1,60},\s*(?:toujours\s+\S|(?:ne\s+|n['’])?\p{L}+(?:-\p{L}+)? (?:toujours|jamais)(?!\p{L}))`,
    String.raw`(?:dans|pour|avec|avant|après|quand (?:on|nous)|lors (?:de|d')|si tu|en) ?[^,]{1,60},\s*(?:(?:on|nous) (?:n['’]|ne )?\p{L}+ (?:toujours|jamais|uniquement)|(?:ne\s+|n['’])?\p{L}+(?:-\p{L}+)? (?:toujours|jamais)|toujours)(?!\p{L})`,
  ),
  habit: starts(
    String.raw`(?:nous|on) (?:utilis|écri|préf[eéè]r|évit|arrondi|nomm|indent)\S*\s+\S`,
    String.raw`(?:dans|pour) (?:ce|notre) (?:projet|dépôt)\b`,
  ),
  anywhere: oneOf(
    String.raw`(?:souviens[- ]t(?:oi|'en)|souvenez[- ]vous|retiens|retenez|rappelle[- ]toi|n'oublie(?:z)? pas|désormais|dorénavant|à partir de maintenant|à l'avenir|\btoujours\b[^.!?]{0,300},\s*jamais\b|\bjamais\b[^.!?]{0,300},\s*toujours\b|\b(?:doit|doivent) (?:toujours|jamais)\b)`,
  ),
  norm: oneOf(
    `^(?:dis|demande|préviens)-(?:le-)?moi (?:quand|lorsque|si) tu (?:n'es pas sûr|as un doute|hésites)`,
    String.raw`^(?!(?:it|this|that|he|she|they|es|das|sie|er|ça|cela|il|elle|eso|esto)(?!\p{L}))\p{L}.{5,120},\s*(?:toujours|jamais)[.!]*$`,
    String.raw`^\p{L}[\p{L}\p{N} '’/_.-]{1,40}\s*(?::|[–-]\s)\s*(?:toujours|jamais|uniquement)\s+\S`,
    String.raw`^(?:(?:à|avant|après|pour|dans|avec) )?(?:chaque|tou(?:te|t|s les|tes les)) (?:nouve(?:au|l|lle) )?(?:fonction|méthode|classe|composant|route|point d['’]accès|migration|commit|fichier|module|test|modification|correction|requête|script|variable|constante|dépendance|table|version)s?(?!\p{L})[^.!?]{0,60}(?:doit|doivent|exige|nécessite|a besoin|reçoit|il faut)(?!\p{L})`,
    String.raw`\bchaque fois que (?:tu|vous)\b|^à chaque (?:modification|changement|commit|version|migration)(?!\p{L})[^.!?]{0,60},\s`,
    String.raw`^(?:nous n['’e] ?|on n['’e] ?)(?:utilis|écri|mock|stock|nomm|commit)\p{L}+ pas (?!encore)\S(?!.*${whole('plus|encore')})`,
  ),
  not: oneOf(
    String.raw`\b(?:te souviens-tu|tu te souviens|ça|cela|il|elle|le test|la fonction|le serveur)\s+(?:ne\s+)?\S+\s+(?:toujours|jamais)\b`,
  ),
  everywhere: oneOf(String.raw`\bdans tous (?:mes|nos|les) projets\b`),
  ends: oneOf(
    String.raw`\boublie(?:z)? (?:la|cette|ma|notre) (?:\S+ )?(?:règle|convention|note)\b`,
  ),
  holds: oneOf(
    String.raw`^(?!j['’]|(?:les (?:utilisateurs|clients)|je|il|elle|ça|ca|cela|ceci|on (?:ne )?(?:voit|reçoit|obtient|trouve|a|peut)|tu|pourquoi|montre\p{L}*|ajoute|corrige|trouve|crée|fais)(?!\p{L}))(?:[^\s,]+ ){1,9}?toujours \S`,
    String.raw`^(?!j['’]|(?:les (?:utilisateurs|clients)|je|il|elle|ça|ca|cela|ceci|on (?:ne )?(?:voit|reçoit|obtient|trouve|a|peut)|tu|pourquoi|montre\p{L}*|ajoute|corrige|trouve|crée|fais)(?!\p{L}))(?!.*${whole('qui|que')}\s+n[e'’]).*(?:\sn(?:e\s+|['’])(?:se\s+|s['’])?\S+\s+(?:plus )?jamais)(?:,?\s\S|[.!]?$)`,
  ),
  report: oneOf(
    whole(
      String.raw`vides?|(?:est|sont|toujours) (?:\p{L}+ )?fau(?:x|sses?)|échou\p{L}*`,
      String.raw`(?:se )?plante(?:nt)?(?= (?:toujours|jamais|à|au|quand|dès|lors))|planté|march\p{L}*`,
      String.raw`fonctionn\p{L}*|cass\p{L}*|bloqu\p{L}*|lente?s?|ancien(?:ne)?s?|manque(?:nt)?`,
      'reçue?s?|trouve|pourquoi|était|étaient|avait|ajoute-l[ae]',
      // "Ne change plus jamais …" orders; "change jamais de couleur" reports.
      String.raw`(?:corrige|répare|change)(?<!^(?:(?:s'il te plaît|et|mais|alors|bon),? )?(?:ne )?\p{L}{6,7}(?= (?:plus )?jamais (?!d(?:e |['’]))))`,
      'ajoutes?-l[ae]',
    ),
    String.raw`(?<!\p{L})(?:a|ont|avons|ai|avez|as) (?:toujours|jamais) \p{L}+(?:é|i|u|it|is|ert)e?s?(?!\p{L})`,
    String.raw`^(?:le|la|l['’]|notre|mon|ma) ?(?:bouton|liste|programme|page|test|serveur|fonction|formulaire|fenêtre|menu|script|message|total|somme|image|application|appli|commande|recherche)(?!\p{L})(?!.*${whole('doit|doivent')})`,
  ),
  definite: oneOf("^(?:(?:le|la|notre) |l['’])"),
}
