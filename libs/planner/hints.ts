const QUOTED_CHARS = 240

/** What to do about an error that comes again and again, by what the error says. The first row that fits is used. */
const HINTS: readonly [says: RegExp, advice: string][] = [
  [
    /^Not allowed\b|nobody can be asked|the user said no/i,
    'Nobody will allow it. Do what is possible without it. In your answer, name the permission that is missing.',
  ],
  [
    /\bcites?\b|\bnot proven\b|\bnot done\b|\bevidence\b/i,
    'Do what the refusal asks for first: it names the tool to call. Do not send the same call again.',
  ],
  [
    /old_str|does not occur|not found in the file|matches? (?:nowhere|several|\d+)/i,
    'Call read_file on the file. Copy the lines from its result.',
  ],
  [
    /command not found|: not found|is not recognized|exit code 127|\bENOENT\b.*spawn/i,
    'That program is not installed. Use a program that the project has, or work without it.',
  ],
  [
    /no such file|does not exist|there is no (?:file|folder|directory)|\bENOENT\b|cannot find|is missing/i,
    'That path does not exist. Call list_dir or glob to find the right path.',
  ],
  [
    /no tool\b|no such argument|\barguments:/i,
    'Use a name and arguments from the list in the error.',
  ],
  [
    /permission denied|\bEACCES\b|\bEPERM\b|read-only file system/i,
    'The system does not permit it. Use another path, or work without it.',
  ],
  [
    /timed? ?out|\bETIMEDOUT\b/i,
    'It takes too long. Run a smaller part of it, or run it with background: true.',
  ],
  [
    /ECONNREFUSED|connection refused|could not resolve|\bENOTFOUND\b|network is unreachable/i,
    'The server cannot be reached from here. Start it first, or work without it.',
  ],
  [
    /cannot find module|no module named|ModuleNotFoundError|unresolved import/i,
    'A module is missing. Install it with the package manager of the project, or use another one.',
  ],
  [
    /syntax ?error|unexpected (?:token|end)|parse error/i,
    'The text has a syntax error. Read the line that the error names. Correct it before you run it again.',
  ],
]

/** Advice against repeating a call that fails, made from its error. */
export function hintFor(error: string): string {
  const text = error.trim()
  const found = HINTS.find(([says]) => says.test(text))
  const quoted = text === '' ? '' : `The error is: ${firstLines(text)}. `
  const advice =
    found?.[1] ??
    'Change what the error names before you send the call again, or do it in another way.'
  return `${quoted}The same call will fail again. ${advice}`
}

function firstLines(text: string): string {
  const line = text.split('\n').filter(Boolean).slice(0, 2).join(' / ')
  const short = line.length <= QUOTED_CHARS ? line : `${line.slice(0, QUOTED_CHARS)}…`
  return short.replace(/[.\s]+$/, '')
}
