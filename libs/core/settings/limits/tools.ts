/** What one call of a tool reads, finds and writes. */
export const TOOL_LIMITS = {
  /** Patterns and results in one glob or grep (rows 174, 175). */
  globMatches: 500,
  grepChars: 20_000,
  /** Longest search (row 175), and the number of files after which a walk stops (row 174). */
  searchMs: 30_000,
  walkEntries: 100_000,
  /** One line of a search result; minified files have lines of megabytes. */
  searchLineChars: 400,
  /** Entries of one folder listing, and lines of one read. */
  listEntries: 500,
  readLines: 2_000,
  /** Largest file that write_file replaces (rows 148, 149): small models lose parts of longer files. */
  rewriteChars: 8_000,
  /** Longest wait of one call: the prefix cache of most engines lasts five minutes. */
  waitMs: 300_000,
  /** Longest text that one call writes (row 149): about 2,300 tokens; and in windows above `wideWindow`, half of the largest output. */
  writeChars: 8_000,
  wideWriteChars: 16_000,
  wideWindow: 65_536,
  /** Largest diff that is shown to the user or in a prompt, in lines (row 150). */
  diffLines: 80,
  /** Largest configuration file of a project that the program reads by itself: real ones have some kB, lock files are not read. */
  projectFileBytes: 1_048_576,
  /** Names of one folder, and of one search, that the program looks at to find out how a project is tested. */
  projectNames: 20_000,
  /** Test files whose text is read to tell unittest from pytest: a project does not mix them. */
  projectTestFiles: 50,
  /** Largest file that read_file and the edit tools open. */
  fileBytes: 8 * 1_048_576,
} as const
