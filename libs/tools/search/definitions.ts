/** The definition in a line. */
export interface Definition {
  name: string
  /** Whether it has a body that contains other lines. */
  scope: boolean
}

/** `scopes` have a body, `values` do not. NAME matches the defined name. */
interface Language {
  endings: readonly string[]
  scopes: readonly string[]
  values: readonly string[]
}

const NAME = '([A-Za-z_$][\\w$]*)'
const MODIFIERS =
  '(?:(?:public|private|protected|internal|static|final|abstract|sealed|virtual|override|async|readonly|partial|synchronized|default|open|data|export|declare|inline|suspend|native|unsafe|extern|constexpr|explicit|friend|get|set)\\s+)*'
/** A method or function in C syntax: a type, a name, its arguments, no semicolon at the end. */
const C_FUNCTION = `^\\s*${MODIFIERS}(?!(?:return|new|else|throw|case|delete|await|yield|goto|using|import|package)\\b)[\\w:<>,*&~\\[\\].?]+(?:\\s+[\\w:<>,*&\\[\\].?]+)*?[\\s*&]+(?:\\w+(?:<[^>]*>)?::)*${NAME}\\s*\\([^;]*$`
const TYPE_WORDS = 'class|interface|enum|struct|record|trait|protocol|object|namespace|union|module'

const LANGUAGES: readonly Language[] = [
  {
    endings: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'],
    scopes: [
      `^\\s*${MODIFIERS}(?:function\\s*\\*?|class|interface|enum|namespace)\\s+${NAME}`,
      `^\\s*${MODIFIERS}(?:const|let|var)\\s+${NAME}\\b[^=]*=\\s*(?:async\\s*)?(?:function\\b|(?:<[^>]*>\\s*)?\\([^)]*$|(?:<[^>]*>\\s*)?\\(.*=>|\\w+\\s*=>)`,
      `^\\s+${MODIFIERS}\\*?(?!(?:if|for|while|switch|catch|function|return|with)\\b)#?${NAME}\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::[^;{]+)?\\{\\s*$`,
      `^\\s*${NAME}\\s*[:=]\\s*(?:async\\s+)?(?:function\\b|\\([^)]*\\)\\s*(?::[^=]+)?=>)`,
    ],
    values: [`^\\s*${MODIFIERS}(?:const|let|var|type)\\s+${NAME}`],
  },
  {
    endings: ['.py', '.pyi'],
    scopes: [`^\\s*(?:async\\s+)?(?:def|class)\\s+${NAME}`],
    values: [`^${NAME}\\s*(?::[^=]+)?=(?!=)`],
  },
  {
    endings: ['.go'],
    scopes: [`^func\\s+(?:\\([^)]*\\)\\s*)?${NAME}`, `^\\s*type\\s+${NAME}\\s`],
    values: [`^\\s*(?:var|const)\\s+${NAME}`],
  },
  {
    endings: ['.rs'],
    scopes: [
      `^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:(?:async|unsafe|const|default|extern(?:\\s+"\\w+")?)\\s+)*(?:fn|struct|enum|trait|mod|union|macro_rules!)\\s+${NAME}`,
      `^\\s*impl(?:<[^>]*>)?\\s+(?:[\\w:<>, ']+\\s+for\\s+)?${NAME}`,
    ],
    values: [`^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:const|static|type)\\s+(?:mut\\s+)?${NAME}`],
  },
  {
    endings: ['.java', '.cs', '.kt', '.kts', '.scala', '.swift', '.dart', '.groovy'],
    scopes: [
      `^\\s*${MODIFIERS}(?:${TYPE_WORDS})\\s+${NAME}`,
      `^\\s*${MODIFIERS}(?:fun|func|def)\\s+(?:<[^>]*>\\s*)?(?:\\w+\\.)?${NAME}`,
      C_FUNCTION,
    ],
    values: [`^\\s*${MODIFIERS}(?:val|var|let|const|typealias)\\s+${NAME}`],
  },
  {
    endings: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.hxx', '.m', '.mm'],
    scopes: [
      `^\\s*(?:typedef\\s+)?(?:enum\\s+class|${TYPE_WORDS})\\s+${NAME}(?=\\s*(?:[{:]|final|$))`,
      C_FUNCTION,
    ],
    values: [
      `^\\s*#\\s*define\\s+${NAME}`,
      `^\\s*typedef\\b.*?\\b${NAME}\\s*;\\s*$`,
      `^\\s*using\\s+${NAME}\\s*=`,
    ],
  },
  {
    endings: ['.rb', '.rake'],
    scopes: [`^\\s*def\\s+(?:self\\.)?${NAME}`, `^\\s*(?:class|module)\\s+(?:\\w+::)*${NAME}`],
    values: [`^\\s*([A-Z]\\w*)\\s*=(?!=)`],
  },
  {
    endings: ['.php'],
    scopes: [
      `^\\s*${MODIFIERS}function\\s+&?${NAME}`,
      `^\\s*${MODIFIERS}(?:class|interface|trait|enum)\\s+${NAME}`,
    ],
    values: [`^\\s*${MODIFIERS}const\\s+${NAME}`],
  },
  {
    endings: ['.sh', '.bash', '.zsh'],
    scopes: [`^\\s*(?:function\\s+)?${NAME}\\s*\\(\\)`, `^\\s*function\\s+${NAME}`],
    values: [`^\\s*(?:export\\s+|readonly\\s+|local\\s+)?${NAME}=`],
  },
  {
    endings: ['.lua'],
    scopes: [`^\\s*(?:local\\s+)?function\\s+(?:[\\w.]+[.:])?${NAME}`],
    values: [`^\\s*local\\s+${NAME}\\s*=`],
  },
]

interface Compiled {
  endings: readonly string[]
  patterns: { shape: RegExp; scope: boolean }[]
}

const COMPILED: readonly Compiled[] = LANGUAGES.map(({ endings, scopes, values }) => ({
  endings,
  patterns: [
    ...scopes.map((text) => ({ shape: new RegExp(text), scope: true })),
    ...values.map((text) => ({ shape: new RegExp(text), scope: false })),
  ],
}))

/** Longer lines are generated code and are skipped. */
const MAX_CHARS = 400

/**
 * Finds the definition in a line by patterns of its language: functions, types, constants. There is no
 * parser, because the grammars of these languages have 22 MB, more than half of the rest of an install.
 * @returns null for a line without definition, or a file of an unknown language
 */
export function definitionIn(path: string, line: string): Definition | null {
  if (line.length > MAX_CHARS) return null
  const language = COMPILED.find(({ endings }) => endings.some((ending) => path.endsWith(ending)))
  for (const { shape, scope } of language?.patterns ?? []) {
    const name = shape.exec(line)?.[1]
    if (name !== undefined) return { name, scope }
  }
  return null
}
