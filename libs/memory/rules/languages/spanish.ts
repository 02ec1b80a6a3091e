import { oneOf, type RuleLanguage, starts, whole } from './language.js'

/** How Spanish teaches rules, and what only sounds like one. */
export const SPANISH: RuleLanguage = {
  order: starts(
    String.raw`(?:siempre|nunca|jamás)\s+\S|no\s+\S+(?:\s+\S+){0,3}\s+nunca\b`,
    String.raw`(?:nuestra|mi|la) (?:regla|convención) es\b`,
    String.raw`(?:en|para|con|cuando|si|al|antes de|después de) [^,]{1,60},\s*(?:siempre|nunca)\s+\S`,
    String.raw`(?:(?:cuando|si) \p{L}+[ae]s|al \p{L}+[aei]r|antes de|después de|en|para) ?[^,]{0,60},\s*\p{L}+ (?:\p{L}+ )?siempre\b`,
  ),
  habit: starts(
    String.raw`(?:nosotros )?(?:usamos|utilizamos|escribimos|preferimos|evitamos|redondeamos|nombramos)\s+\S`,
    String.raw`(?:en|para) (?:este|nuestro) (?:proyecto|repositorio)\b`,
  ),
  anywhere: oneOf(
    String.raw`(?:\brecu[eé]rda(?:lo|r)?\b|\bacu[eé]rdate\b|\bten en cuenta para\b|\bno olvides\b|\ba partir de ahora\b|\bde ahora en adelante\b|\ben el futuro\b|\ben adelante\b|\bsiempre\b[^.!?]{0,300},\s*nunca\b|\bnunca\b[^.!?]{0,300},\s*siempre\b|\b(?:debe|deben) (?:siempre|nunca)\b)`,
  ),
  norm: oneOf(
    String.raw`^(?:dime|pregúntame|avísame) (?:cuando|si) no estés? segur[oa](?!\p{L})|^la documentación siempre (?:va|está|se escribe) en\s`,
    String.raw`^(?!(?:it|this|that|he|she|they|es|das|sie|er|ça|cela|il|elle|eso|esto)(?!\p{L}))\p{L}.{5,120},\s*(?:siempre|nunca|jamás)[.!]*$`,
    String.raw`^\p{L}[\p{L}\p{N} /_.-]{1,40}\s*(?::|[–-]\s)\s*(?:siempre|nunca|jamás|solo)\s+\S`,
    String.raw`^(?:(?:en|antes de|después de|para|con) )?(?:cada|tod[oa]s? l[oa]s?|tod[oa]) (?:nuev[oa]s? )?(?:función|método|clase|componente|ruta|endpoint|migración|commit|archivo|fichero|módulo|prueba|test|cambio|corrección|consulta|script|variable|constante|dependencia|tabla|versión)(?:e?s)?(?!\p{L})[^.!?]{0,60}(?:debe|deben|necesita|requiere|lleva|tiene que|hay que)(?!\p{L})`,
    String.raw`^cada vez que \p{L}+[ea]s(?!\p{L})[^.!?]{0,300},\s*(?:también |siempre )?(?:actualiza|agrega|ejecuta|escribe|crea|pregunta|haz|pon|revisa|comprueba|usa|cambia|sube|incrementa)\p{L}*`,
    String.raw`^no (?:usamos|utilizamos|escribimos|guardamos|nombramos) \S(?!.*${whole('todavía|aún|ya')})`,
  ),
  not: oneOf(
    '[¿]',
    String.raw`\b(?:él|ella|eso|esto|la prueba|la función|el servidor|la página)\s+(?:siempre|nunca)\s+\S+`,
  ),
  everywhere: oneOf(String.raw`\ben todos (?:mis|nuestros|los) proyectos\b`),
  ends: oneOf(String.raw`\bolvida (?:la|esa|mi|nuestra) (?:\S+ )?(?:regla|convención|nota)\b`),
  holds: oneOf(
    String.raw`^(?!(?:(?:los|las) (?:usuari|client)[oae]s|yo|él|ella|eso|esto|me|por qué|muestra\p{L}*|añade|corrige|arregla|busca|crea|haz)(?!\p{L}))(?!.*${whole('que|quien|cual')}\s+(?:nunca|siempre|jamás))(?:[^\s,]+ ){1,9}?(?:siempre|nunca|jamás)(?:,| \S)`,
  ),
  report: oneOf(
    whole(
      String.raw`vac[ií]\p{L}*|cae[n]?|falla[n]?|funciona[n]?|incorrect\p{L}*|mal|antigu[oa]s?`,
      'rot[oa]s?|lent[oa]s?|averigua|arregla|corrige|repara|falta[n]?|había|habían|ha|han',
      'he|hemos|añádel[oa]s?|cámbial[oa]s?|por qué',
    ),
    String.raw`(?<!(?:devuelv|lanz|propag|registr|retorn|envuelv)\p{L}{1,4} (?:siempre )?(?:un|el|los|cada) |\p{L})error(?!\p{L})`,
    String.raw`^(?:siempre|nunca) (?!solo)\p{L}+o(?!\p{L})`,
    String.raw`(?<!\p{L})(?:nunca|siempre) (?:me |te |se |lo |la )?\p{L}+(?:í|é|ó|aron|ieron|aba|aban|ía|ían)(?!\p{L})`,
    String.raw`^(?:el|la|nuestr[oa]|mi) (?:botón|lista|programa|página|prueba|test|servidor|función|formulario|ventana|menú|script|mensaje|total|suma|imagen|aplicación|app|pantalla|búsqueda)(?!\p{L})(?!.*${whole('debe|deben')})`,
  ),
  definite: oneOf('^(?:el|la|nuestr[oa]) '),
}
