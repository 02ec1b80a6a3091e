/** A list of literal strings and nothing else, with what opens and closes it. */
const STRING = String.raw`(?:'[^'\\\n$]{0,120}'|"[^"\\\n$]{0,120}")`
const STRINGS = String.raw`\s*${STRING}(?:\s*,\s*${STRING})*(?:\s*,)?\s*`
/** `SKIP = {'.git', '.env'}`, `const SKIP = new Set(['.env'])`, alone on its lines. */
const NAMED = new RegExp(
  String.raw`^[ \t]*(?:(?:export\s+)?const\s+)?([A-Za-z_]\w*)\s*=\s*(?:(?:new\s+Set|set|frozenset)\(\s*)?[[{(]${STRINGS}[\]})]\s*\)?[ \t]*;?[ \t]*$`,
  'gm',
)
/** `ignore: ['.git/**']`, `exclude=('.env',)` as an argument of a call. */
const ARGUMENT = new RegExp(
  String.raw`(?<=[,{(]\s{0,40})(ignore|ignored|ignores|exclude|excludes|excluded)\s*(?::|=)\s*[[(]${STRINGS}[\])](?=\s{0,40}[,})])`,
  'g',
)
/** Files that a copy of a tree leaves out. */
const PATTERNS = new RegExp(String.raw`\bshutil\.ignore_patterns\(${STRINGS}\)`, 'g')
const OWN_PATTERNS = /\bshutil(?:\.\w+)?[ \t]*=(?!=)|\bas[ \t]+shutil\b/
/** What takes values of an object without their names. */
const TAKES_VALUES =
  /\bObject\.(?:values|entries|assign)|\barguments\b|\*\*\w|\bin\s+\w*(?:opts|options)\b|\.\.\./
const MOST = 40

/**
 * A program text without lists that only leave files out: a constant that each use tests in order to go on, and lists
 * that a call is given as what it ignores. Any other use, such as a loop over the list, keeps it.
 */
export function withoutExclusions(text: string): string {
  let left = text
  for (const [whole, name = ''] of [...text.matchAll(NAMED)].slice(0, MOST))
    if (isOnlySkipped(name, text.replace(whole, ''))) left = left.replace(whole, '')
  if (!OWN_PATTERNS.test(text)) left = left.replace(PATTERNS, '')
  if (TAKES_VALUES.test(text)) return left
  const found = [...left.matchAll(ARGUMENT)].slice(0, MOST)
  for (const [whole, name = ''] of found) {
    const uses = left.match(new RegExp(String.raw`\b${name}\b`, 'g')) ?? []
    if (uses.length === found.filter(([, other]) => other === name).length)
      left = left.replace(whole, '')
  }
  return left
}

/** Whether each use of a list is one that leaves out what is in it. */
function isOnlySkipped(name: string, text: string): boolean {
  const uses = text.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length ?? 0
  const skips = SKIPS.reduce((sum, form) => {
    const one = new RegExp(form.replaceAll('NAME', name), 'gm')
    return sum + (text.match(one)?.length ?? 0)
  }, 0)
  return uses > 0 && uses === skips
}

/** A name, a field, a call without arguments of its own. */
const THING = String.raw`[\w.]{1,80}(?:\(\w{0,40}\))?(?:\[-?\d\])?`
const LEAVES = String.raw`(?:continue|return(?:[ \t]+(?:False|None|false|null|undefined))?)[ \t]*;?[ \t]*\}?[ \t]*$`
const SKIPS: readonly string[] = [
  // if name in SKIP or …: continue
  String.raw`^[ \t]*if[ \t]+${THING}[ \t]+in[ \t]+NAME(?:[ \t]+or[ \t]+[^\n]{0,200})?:[ \t]*\n?[ \t]*${LEAVES}`,
  // if any(part in SKIP for part in path.parts): continue
  String.raw`^[ \t]*if[ \t]+any\(${THING}[ \t]+in[ \t]+NAME[ \t]+for[ \t]+\w+[ \t]+in[ \t]+${THING}\):[ \t]*\n?[ \t]*${LEAVES}`,
  // [d for d in dirs if d not in SKIP]
  String.raw`\bfor[ \t]+\w+[ \t]+in[ \t]+${THING}[ \t]+if[ \t]+${THING}[ \t]+not[ \t]+in[ \t]+NAME[ \t]*[\])]`,
  // if (SKIP.has(name) || …) continue
  String.raw`^[ \t]*if[ \t]*\(NAME\.(?:has|includes)\(${THING}\)(?:[ \t]*\|\|[^\n]{0,200})?\)[ \t]*\{?[ \t]*\n?[ \t]*${LEAVES}`,
  // .filter((name) => !SKIP.has(name))
  String.raw`\.filter\(\(?\w+\)?[ \t]*=>[ \t]*!NAME\.(?:has|includes)\(${THING}\)\)`,
]
