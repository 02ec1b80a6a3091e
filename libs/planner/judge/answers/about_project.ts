import type { Standing } from '../facts/types.js'

/** What only a project has, in a question. */
const NAMED =
  /\b(?:projects?|repo(?:sitory)?|code ?base|source code|tests?|suite|build|branch(?:es)?|commits?|pipeline|(?:this|the|our|my|which|each|every) (?:\w+ )?(?:code|files?|folders?|director(?:y|ies)|functions?|methods?|class(?:es)?|modules?|packages?|scripts?|servers?|services?|apps?|application|program|config(?:uration)?|settings?|readme|changelog|parser|endpoints?|api|bugs?)|readme|changelog)\b|(?<!\p{L})(?:projekt\p{L}*|datei\p{L}*|ordner|quelltext|funktion|projets?|dépôt|fichiers?|dossiers?|fonction|proyecto|archivos?|carpetas?|función|projeto|arquivos?|pasta|função|progetto|cartella|funzione|bestand\p{L}*|plik\p{L}*|proje\p{L}*|dosya\p{L}*|файл\p{L}*|проект\p{L}*|папк\p{L}*|функци\p{L}*)(?!\p{L})|文件|项目|函数|プロジェクト|ファイル|関数|파일|프로젝트|함수/iu
/** A file of the project. */
const PATH =
  /(?:^|[\s`"'(])(?:\.{0,2}\/)?[\w-]+\/[\w./-]*\w|(?:^|[\s`"'(])\.env\b|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|hpp|swift|sh|json|ya?ml|toml|md|txt|csv|sql|html|css|env|lock|cfg|ini)\b/
const STATE =
  /\b(?:works|working|passes|passed|passing|fails|failed|failing|is (?:fixed|broken|green|red|safe|deployed|running))\b/i
const GREETS =
  /^\W*(?:hi|hello|hey|thanks?|thank you|good (?:morning|evening)|bye|ok|okay)\b[^.?]{0,40}\W*$/i

/**
 * Whether an answer says something about the project, so that its reader has to know that it is not proven.
 * A poem, a greeting, a question back and general knowledge do not.
 */
export function isAboutProject({ asked, rows, wants }: Standing, answer: string): boolean {
  const isBack = answer.split(/(?<=[.!?])\s+|\n+/).every((one) => /\?\W*$/.test(one.trim()))
  const isTried = rows.some(({ kind }) => kind !== 'decision')
  if (isBack || (!isTried && GREETS.test(asked))) return false
  if (NAMED.test(asked) || PATH.test(asked))
    return wants !== 'text' || /\bthis\b|\bproject\b/i.test(asked)
  if (wants === 'text') return false
  return wants === 'run' || isTried || PATH.test(answer) || STATE.test(answer)
}
