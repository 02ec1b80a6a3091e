import { topicsOf } from '../words/topics.js'

/**
 * Where a rule holds, by its form. conduct: whatever a task is about. code: wherever code is written. subject: only
 * where the task has its subject. unknown: nothing tells.
 */
export type RuleScope = 'conduct' | 'code' | 'subject' | 'unknown'

/** How the agent talks, and how it ends a task. */
const CONDUCT =
  /\b(?:answers?|answering|respond|reply|replies|explain|explanations?|speak|talk|tell me|sentences?|bullet points|step by step|facts|guess(?:es|ing)?|assumptions?|not sure|unsure|after (?:each|every|any|all) (?:change|edit|task)s?|after (?:editing|changing)|before (?:finishing|you finish|each commit|every commit|the end)|lint\w*|formatter|format (?:the|your|all|every) code|prettier|gofmt|rustfmt|clang-format|clippy|eslint|ruff|commit\w*|branch\w*|push|pull requests?|rebase|antwort\w*|erklär\w*|sprich|rede|sätzen?|stichpunkt\w*|nach jeder änderung|vor dem (?:commit|ende)|réponds|répondre|explique\w*|phrases?|avant de finir|après chaque|respóndeme|responde|explica|frases?|antes de (?:terminar|acabar)|después de cada)\b|回答|解释|提交|每次改|分支/iu

/** How code looks, whatever it does. */
const CODE =
  /\b(?:comments?|docstrings?|jsdoc|indent\w*|tabs|spaces|semicolons?|trailing commas?|(?:single|double) quotes|quotes|line length|characters (?:a|per) line|camel ?case|snake[_ ]?case|pascal ?case|kebab[- ]?case|identifiers?|variable names|naming|type hints?|type annotations?|strict types|global variables|globals|magic numbers|unsafe|unwrap\w*|force unwrap\w*|panic|early returns?|pure functions|arrow functions|inheritance|composition|named exports|default exports|immutable|mutable|goto|eval|console\.log|ternar\w+|kommentier\w*|kommentare?|einrück\w*|bezeichner|semikolons?|anführungszeichen|globale\w* variablen?|commente\w*|commentaires?|indente\w*|identifiants|guillemets|variables globales|fonctions pures|comenta\w*|sangr\w*|identificadores|comillas|variables globales|funciones puras)\b|\bany\b(?=.*\btypescript)|(?<![\p{L}\p{N}])(?:var|let|const)(?![\p{L}\p{N}])|注释|註解|缩进|引号|分号|命名/iu

/** What names a place: a path, a name in code, a word in backticks. */
const PLACE =
  /`[^`]+`|\b\w+\(\)|\b[\w-]+(?:\/[\w.-]+)+\/?|\b[\w-]+\.[a-z]{1,6}\b|\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b/u

/** A place that must stay as it is: the agent may come there in any task. */
const BAN =
  /(?:\b(?:never|don'?t|do not|nie(?:mals)?|jamais|nunca)\b|不要|别|勿)[^.!?。]{0,20}?(?:\b(?:touch|edit|change|modify|delete|read|open|write to|ändern?|anfassen|lösch\w*|lies|lesen|touch\w*|modifi\w*|lis|lire|toques|edites|leas|modifiques)\b|修改|删除|碰)\s*(?:the |to |in |le |la |el )?(?:(?:folder|directory|file) )?[\w.-]*[./][\w./-]*|\b(?:nie(?:mals)?|nicht)\b[^.!?]{0,30}[\w.-]+[./][\w./-]*[^.!?]{0,20}(?:ändern|anfassen|löschen|lesen)/iu

/** Where a rule holds. The same text gives the same answer. */
export function scopeOfRule(text: string): RuleScope {
  if (CONDUCT.test(text) || BAN.test(text)) return 'conduct'
  if (CODE.test(text)) return 'code'
  return PLACE.test(text) || topicsOf(text).size > 0 ? 'subject' : 'unknown'
}
