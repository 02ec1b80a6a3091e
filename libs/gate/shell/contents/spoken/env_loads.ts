/** The file that each of these loaders takes without a path, too. */
const file = (group: number) => `(['"\`])(?:\\.{1,2}\\/)*\\.env\\${group}`
const FILE = file(1)
/** The same, also from the folder of the program; behind one other group. */
const FROM_HERE = String.raw`(?:path\.(?:join|resolve)\(\s*__dirname\s*,\s*${file(2)}\s*\)|${file(3)})`
const MORE = String.raw`(?:,\s*(?:override|encoding|verbose|quiet|debug)\s*[:=]\s*['"\w-]+\s*)*(?:,\s*)?`

interface Loader {
  /** The whole line, and nothing else on it. */
  line: RegExp
  /** The text takes the loader from its package. */
  from: RegExp
  /** The text defines the name itself. */
  own: RegExp
}

/** Statements that put the variables of the usual file into the environment, and return nothing that is used. */
const LOADERS: readonly Loader[] = [
  {
    line: new RegExp(
      String.raw`^[ \t]*(?:require\((['"])dotenv\1\)|dotenv)\.config\(\{\s*path\s*:\s*${FROM_HERE}\s*${MORE}\}\)[ \t]*;?[ \t]*$`,
      'gm',
    ),
    from: /\brequire\(['"]dotenv['"]\)|\bfrom\s+['"]dotenv['"]/,
    own: /\b(?:function|class)\s+(?:dotenv|require)\b|\b(?:dotenv|require)(?:\.\w+)?\s*=(?!\s*require\(['"]dotenv['"]\)\s*;?\s*$)/m,
  },
  {
    line: new RegExp(
      String.raw`^[ \t]*(?:dotenv\.)?load_dotenv\(\s*(?:dotenv_path\s*=\s*)?${FILE}\s*${MORE}\)[ \t]*$`,
      'gm',
    ),
    from: /^(?:from dotenv import load_dotenv|import dotenv)[ \t]*$/m,
    own: /\bdef\s+load_dotenv\b|\bload_dotenv\s*=|\bdotenv(?:\.\w+)?\s*=|\bas\s+(?:load_dotenv|dotenv)\b/,
  },
  {
    line: new RegExp(String.raw`^[ \t]*Dotenv\.load[ (]\s*${FILE}\s*\)?[ \t]*$`, 'gm'),
    from: /^require ['"]dotenv['"]/m,
    own: /\b(?:class|module)\s+Dotenv\b|\bDotenv\s*=|def\s+(?:self\.)?load\b/,
  },
  {
    line: new RegExp(
      String.raw`^[ \t]*(?:if\s+)?(?:\w+\s*:?=\s*)?godotenv\.Load\(\s*${FILE}\s*\)(?:;\s*\w+ != nil \{)?[ \t]*$`,
      'gm',
    ),
    from: /"github\.com\/joho\/godotenv"/,
    own: /\bfunc\s+godotenv\b|\bgodotenv\s*:?=/,
  },
]

/** The environment as a whole, also what another program gets of it. */
const WHOLE =
  /(?<!\}\s*=\s*)\bprocess\.env\b(?!\s*(?:\.|\?\.|\[))|\bos\.environ\b(?!\s*\[|\.get\b|\.setdefault\b)|\bimport environ\b|\bos\.Environ\(|(?<!\w)ENV\b(?!\s*\[|\.fetch\b|\.key\?)|\bprintenv\b|\bchild_process\b|\bsubprocess\b|\bos\.(?:system|popen|exec\w*|spawn\w*)\b|\bos\/exec\b|\bexeca\b|\bBun\.(?:spawn|\$)|\bKernel\b|\bsystem\b|%x|\bOpen3\b/
const SHOWS =
  /\b(?:console\.\w+|print\w*|puts|p|pp|log\w*(?:\.\w+)?|fmt\.\w+|write\w*|send|json|end|dumps|stringify|fetch|post|return)\b/
const NAMED =
  /\b(?:process\.env(?:\?\.|\.)|(?:process\.env|os\.environ|ENV)\[\s*['"]|(?:os\.getenv|os\.environ\.get|os\.Getenv|ENV\.fetch)\(\s*['"])(\w+)/g
/** Names whose values are no secret in any project. */
const PLAIN = /^(?:PORT|HOST|HOSTNAME|NODE_ENV|FLASK_ENV|RAILS_ENV|APP_ENV|ENV|DEBUG|LOG_LEVEL|TZ)$/

/** One variable that is given a name, or some that are taken out of all. */
const ASSIGNED = /([\w.$]+)\s*:?=(?!=)\s*[^=]|\{([^{}]*)\}\s*=\s*process\.env\b/g

/**
 * A program text without the statements that load `.env` into the environment, as `dotenv` does without a path.
 * They stay where the text shows the environment, or a variable of it that may be a secret, or where a name of the
 * loader is defined in the text itself.
 */
export function withoutEnvLoads(text: string): string {
  if (!text.includes('.env') || WHOLE.test(text) || showsValue(text)) return text
  let left = text
  for (const { line, from, own } of LOADERS)
    if (from.test(text) && !own.test(text)) left = left.replace(line, '')
  return left
}

/** Whether a line that shows something has a variable of the environment in it, or a name that holds one. */
function showsValue(text: string): boolean {
  const lines = text.split('\n')
  if (lines.some(({ length }) => length > 2_000)) return true
  const holding = new Set<string>()
  const isValue = lines.map((line) => {
    const taken = /\}\s*=\s*process\.env\b/.test(line)
    const names = [...line.matchAll(NAMED)].map(([, name = '']) => name)
    if (!taken && names.every((name) => PLAIN.test(name))) return false
    for (const [, target = '', fields = ''] of line.matchAll(ASSIGNED))
      for (const name of `${target.split('.').at(-1)} ${taken ? fields : ''}`.match(
        /[A-Za-z_$]\w*/g,
      ) ?? [])
        if (!PLAIN.test(name)) holding.add(name)
    return !taken
  })
  return lines.some(
    (line, at) =>
      SHOWS.test(line) &&
      (isValue[at] === true ||
        (line.match(/[A-Za-z_$]\w*/g) ?? []).some((one) => holding.has(one))),
  )
}
