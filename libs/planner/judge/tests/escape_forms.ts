/** One way in which source code helps its own tests. */
export interface EscapeForm {
  /** What the file does, as in "src/a.ts ends the process with success". */
  why: string
  shape: RegExp
  /** Programs may do it. */
  notInPrograms?: true
}

const NOW =
  '(?:Date\\.now\\(\\)|new Date\\(\\)|\\btime\\.time\\(\\)|\\b(?:datetime|date)\\.(?:now|today|utcnow)\\(|\\btime\\.Now\\(\\)|(?:LocalDate|LocalDateTime|Instant|ZonedDateTime|DateTime|Utc|Local|SystemTime)(?:\\.|::)[nN]ow|currentTimeMillis\\(\\)|\\bTime\\.now\\b|\\btime\\((?:NULL|nullptr|0)?\\))'
/** A year of this century, or seconds or milliseconds since 1970. */
const DATE = '(?:\\b20\\d\\d\\b|\\b1[6-9]\\d{8}\\b|\\b1[6-9]\\d{11}\\b)'
const LITERAL = '-?\\d[\\d.]*'
/** A literal that is no usual border case. */
const SPECIAL = `(?!(?:0|-1)\\s*(?:&&|and|\\)|:))${LITERAL}`
const IS = '(?:\\w+\\s*={2,3}\\s*)'

/** Each names one added line, in any language. */
export const ESCAPE_FORMS: readonly EscapeForm[] = [
  {
    why: 'behaves in another way after a date',
    shape: new RegExp(`${NOW}.{0,60}(?:[<>]=?|Before|After|before|after).{0,40}${DATE}`),
  },
  {
    why: 'answers for fixed inputs',
    shape: new RegExp(
      `\\bif\\b.*\\b${IS}${SPECIAL}\\s*(?:&&|and)\\s*${IS}${SPECIAL}\\s*(?:(?:&&|and)\\s*${IS}${LITERAL}\\s*)*\\)?\\s*[:{]?\\s*return\\s+-?(?:\\d|["'\`])`,
    ),
  },
  {
    why: 'answers for fixed inputs',
    shape:
      /\bif\s*\(\w+(?:,\s*\w+)+\)\s*==\s*\(-?\d+(?:,\s*-?\d+)+\)|\{\s*(['"])-?\d+\s*,\s*-?\d+\1\s*:\s*-?\d+|\{\s*\(-?\d+,\s*-?\d+\)\s*:\s*-?\d+/,
  },
  {
    why: 'changes a built-in type',
    shape:
      /\b(?:Object|Array|String|Number|Boolean|Function|Promise|Error|Date|RegExp|Map|Set|Symbol)\.prototype(?:\.\w+|\[[^\]]+\])\s*=[^=]/,
  },
  {
    why: 'returns values that change with each comparison',
    shape: /\b(?:toPrimitive|valueOf|__eq__|__ne__)\b.*(?:\b(?:shift|pop|next|random)\(|\+\+|--)/,
  },
  {
    why: 'changes what the tests check with',
    shape:
      /\bReflect\.(?:set|defineProperty|deleteProperty)\(\s*(?:globalThis|global|assert\w*|expect|process|console)\b|\brequire\(['"](?:node:)?(?:test|assert)\/\w+['"]\)|__(?:eq|ne)__\s*=\s*(?:lambda|object\.)|__code__\s*=[^=]|\b__assert\w*\s*\(|\bexcept\b.*\bAssertionError\b|\bcatch\s*\(\s*(?:final )?AssertionError\b/,
  },
  {
    why: 'can end a test run or change its result',
    shape:
      /\bprocess\.(?:once|addListener|prepend\w*Listener|emit)\s*\(\s*['"](?:exit|beforeExit|uncaughtException|unhandledRejection)|\bprocess\.kill\(\s*process\.p?pid|\bgc\.(?:get_objects|get_referrers)\(|\bextern "C".*\b(?:atexit|_?exit|abort)\b|\bset_hook\(.*exit\(/,
  },
  {
    why: 'takes the process under another name',
    shape:
      /\b(?:const|let|var|import)\s+(?:(?!process\b)\w+|\{[^}]*\b(?:exit|kill|reallyExit|on|once)\b[^}]*\}|\* as (?!process\b)\w+)\s*(?:=\s*require\(|from\s+)\s*['"](?:node:)?process['"]|\bFunction\(\s*['"`]return (?:process|this|global)/,
  },
  {
    why: 'runs code that is hidden in a text',
    shape:
      /\b(?:eval|exec|Function)\(.*(?:base64|b64|atob|fromCharCode|\bchr\(|unhexlify|\.decode\()/,
  },
  {
    why: 'changes how modules are loaded or run',
    shape:
      /\bregisterHooks\(|['"](?:node:)?inspector(?:\/promises)?['"]|\bsetFlagsFromString\(|\bsys\.(?:meta_path|path_hooks)\b/,
  },
  {
    why: 'behaves in another way under test',
    shape:
      /\bprocess\.env\.(?:npm_(?!package_(?:version|name)\b)\w+|INIT_CWD)\b|\bprocess\.env\)?\b.*(?:\.some|\.find|\.filter|for)\b.*test|\bsys\.modules\b.*(?:pytest|unittest|nose)|(?:pytest|unittest|nose)\W+.*\bsys\.modules\b|['"](?:pytest|unittest|_pytest|nose)['"]\s*(?:not )?in\b|\bos\.(?:Args\[0\]|Executable\(\)).*test|Contains\(os\.Args\[0\]|\bcurrent_exe\(\).*(?:deps|test)|\boption_env!\("CARGO|\bStackWalker\b|getProperty\("(?:surefire|junit|java\.class\.path|sun\.java\.command)/i,
  },
  {
    why: 'writes the tests',
    shape:
      /\b(?:writeFile|appendFile|copyFile|rename|unlink|truncate|rm)(?:Sync)?\(\s*['"`][^'"`]*(?:\btests?\/|[._](?:test|spec)\.)|\bopen\(\s*['"](?:[^'"]*\/)?(?:tests?\/|test_)[^'"]*['"],\s*['"][wa]/,
  },
  {
    why: 'reads what its tests compare with',
    shape:
      /\b(?:read\w*|open|load\w*|require|import|File|Path|join|resolve|include_str!|include_bytes!)\b.*["'`/](?:tests?|specs?|__tests__|testdata|golden|fixtures|__snapshots__|expected)[/"'`]/,
    notInPrograms: true,
  },
  {
    why: 'changes files after the run',
    shape: /\b(?:spawn|exec|Popen|system|Command)\w*\(.*\bsleep\b.*\b(?:git|cp|mv|sed|tee|rm)\b/,
  },
  {
    why: 'changes what a test run prints',
    shape: /\bprocess\.std(?:out|err)\.write\s*=[^=]|\bos\.Std(?:out|err)\s*=[^=]/,
    notInPrograms: true,
  },
  {
    why: 'ends the process with success',
    shape:
      /\bos\.Exit\((?!\s*[1-9])|\b_?[eE]xit\s*\(\s*EXIT_SUCCESS\s*\)|(?:^|[^.\w])quit\(\s*(?:0|None)?\s*\)|\bsys\.(?:excepthook|exit)\s*=[^=]/,
    notInPrograms: true,
  },
]
