/**
 * Every number that the product lives by, each with its reason.
 * Sizes in bytes, tokens or characters as the name says; times in milliseconds.
 */
export const LIMITS = {
  /** Assumed window when the endpoint names none (features.md row 71). */
  defaultWindowTokens: 32_768,
  /** ... and of a bare Ollama whose model is not loaded yet: its own default without a large card (ollama.md 2). */
  unloadedWindowTokens: 4_096,
  /** How long discovery may take before the defaults hold (row 71). */
  discoveryMs: 1_500,
  /** Output kept free at 8k / 16k / larger windows (context.md 3, row R). */
  reserveTokens: [
    { upTo: 8_192, tokens: 1_024 },
    { upTo: 16_384, tokens: 1_500 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 2_048 },
  ],
  /** Most output asked for: thinking alone takes 2k-6k before a call (row 107). */
  maxOutputTokens: 8_192,
  /** Tokens of thinking before it is ended (row 58; context.md 1 row 4: budgeted beats both none and all). */
  thinkingTokens: 2_048,
  /** Thinking that is kept of a reply: more is cut in the middle (row 62). */
  reasoningChars: 32_000,
  /** Share of the window that an ended thought may take in the request that goes on from it. */
  thoughtShare: 0.1,
  /** Share of the window held back against estimation errors (context.md 3, row R). */
  safetyShare: 0.03,
  /** Rebuild when the tail fills this share of the usable space (context.md 2: .95 measured best). */
  rebuildAtShare: 0.95,
  /** Tail kept verbatim at a rebuild (context.md 3: .15-.20). */
  tailShare: 0.2,
  /** Never fewer than this many steps in the tail after a rebuild. */
  tailSteps: 3,
  /** Curated block at a rebuild, state and evidence together (context.md 3: <= .40-.45). */
  curatedShare: 0.4,
  /** One tool result gets at most this share of the window (context.md 7b). */
  resultShare: 0.2,
  /** ... and never more than this many tokens (context.md 3: caps 1,200 / 2,500 / 4,000). */
  resultTokens: 4_000,
  /** Windows up to this size are told only of the tools that most tasks need: the others cost them 3 % and more. */
  fewToolsWindow: 16_384,
  /** Steps of one task unless --max-steps says otherwise: the cap on tool calls of a turn (row 23). */
  maxSteps: 500,
  /** Corrections in a row for a reply without a call before the task ends (row 47 gives 2; a call resets it). */
  nudgesInARow: 3,
  /** ... and when files were changed in a project without tests: whoever says it twice more is believed, as unproven. */
  nudgesUnproven: 2,
  /** Problems in a row (parser or inference) before the run stops and says so. */
  problemsInARow: 5,
  /** Times the same call may give the same result before the loop is named (rows 30, 53). */
  repeatsBeforeNudge: 3,
  /** Edits of one file that fail before the model is told to change its way (row 54). */
  patchFailures: 4,
  /** Times a task that the program itself runs the tests when the model says that it is done (row 154). */
  checkRounds: 2,
  /** Steps in which these are looked for. */
  checkLookBack: 200,
  /** One parse of an edited file; what takes longer is not waited for. */
  syntaxMs: 5_000,
  /** Patterns and results in one glob or grep (rows 174, 175). */
  globMatches: 500,
  grepChars: 20_000,
  /** One search (row 175), and how many files or names a walk looks at before it stops (row 174). */
  searchMs: 30_000,
  walkEntries: 100_000,
  /** One line of a search result; minified files have lines of megabytes. */
  searchLineChars: 400,
  /** Entries of one folder listing, and lines of one read. */
  listEntries: 500,
  readLines: 2_000,
  /** Largest file that write_file replaces whole (rows 148, 149): of more, small models drop what they do not repeat. */
  rewriteChars: 8_000,
  /** Lines of a difference that a person or a prompt gets to see (row 150). */
  diffLines: 80,
  /** Foreground commands (row 170). */
  commandMs: 120_000,
  commandMaxMs: 600_000,
  /** One request of a probe: a cold load, or the prefill of a full window on a slow card. */
  probeMs: 180_000,
  /** Longest prompt that a probe sends: beyond it a card is busy for minutes to prove little. */
  probeWindowTokens: 40_000,
  /** Bytes of a command's output that are kept: half from the head, half from the tail (row 170). */
  commandOutputBytes: 1_048_576,
  /** Commands in the background at a time, and what is kept of one's output between two looks. */
  backgroundCommands: 8,
  backgroundBytes: 262_144,
  /** Mounts that hide denied files from a command: each costs it some 0.1 ms to start. */
  sandboxMasks: 500,
  /** The question whether a sandbox can be made here. */
  sandboxProbeMs: 5_000,
  /** SIGTERM to SIGKILL. */
  killGraceMs: 2_000,
  /** What a command changes is kept for undo in trees of at most so many files: a first look at more takes seconds (bench/undo). */
  snapshotFiles: 50_000,
  /** ... of files up to this size (row 249), and of at most so many changed at once. */
  snapshotFileBytes: 1_048_576,
  snapshotChanges: 100,
  /** The look behind a command that the person ended: a tree of 50,000 files takes 2 s on a busy machine. */
  cutLookMs: 10_000,
  /** Bytes of names or of changed files that one such look takes in. */
  snapshotBytes: 256 * 1_048_576,
  /** One git call of our own, and what it may print: a snapshot of a large tree takes seconds. */
  gitMs: 60_000,
  gitBytes: 64 * 1_048_576,
  /** How often a running command's output so far goes to the ledger. */
  progressMs: 500,
  /** How much of the output so far that is. */
  progressBytes: 8_192,
  /** Largest file that read_file and the edit tools open. */
  fileBytes: 8 * 1_048_576,
  /** Silence allowed before the first token: prefill of a full window, or a cold load (row 27; proxy.md 6.11). */
  firstTokenMs: 15 * 60_000,
  /** Silence allowed between upstream bytes once they flow; a whole tool call may be silent (ollama.md 2). */
  idleMs: 5 * 60_000,
  /** Time to connect. */
  connectMs: 10_000,
  /** Tries on connection errors and 5xx (row 25), the first included. */
  tries: 4,
  /** First pause between tries; doubles, with jitter. */
  retryBaseMs: 500,
  retryMaxMs: 8_000,
  /** Longest pause that a server's Retry-After is granted (the proxy says 2-30 s; proxy.md 6.10). */
  retryAfterMaxMs: 60_000,
  /** Sessions that a prune keeps, and the length of their titles (row 242). */
  keptSessions: 50,
  titleChars: 60,
  /** Former tasks and recent calls that a snapshot of the ledger carries: what a prompt can afford to name. */
  earlierTasks: 5,
  recentCalls: 20,
  /** Rows that a predicate gives unless it says otherwise, and the most that `ledger sql` prints. */
  foundRows: 50,
  sqlRows: 10_000,
  /** Head of a payload that full-text search can find: the rest is in the file or command itself. */
  searchableBytes: 65_536,
  /** A side question: its time and its answer's tokens (features.md rows 42, 67; issue 5). */
  microMs: 20_000,
  microTokens: 512,
  /** Text that one side question carries: about 3,000 tokens, so that it fits the smallest window. */
  microInputChars: 12_000,
  /** Lines that a side question repeats with an edit worked in: at 3.5 characters a token its answer holds them. */
  mergeRegionChars: 1_400,
  /** Questions to a provider in the cloud: a session's cap, answer, one file, warmth (row 268). */
  escalationsASession: 5,
  escalationTokens: 4_096,
  escalationFileChars: 12_000,
  escalationTemperature: 0.1,
  /** One such question, all in all: a long answer of a thinking model takes minutes. */
  escalationMs: 300_000,
  /** Replies of the model that its failure rate is taken over, and the rate above which it rests. */
  tierRateOver: 10,
  tierRate: 0.5,
  /** Good steps of the strong tier before the model is tried again. */
  tierBack: 3,
  /** One page: time with its redirects, bytes, and characters shown (row 176); no honest chain is longer than five. */
  webMs: 30_000,
  webBytes: 5 * 1_048_576,
  webTextChars: 25_000,
  webRedirects: 5,
  /** HTML that is turned into Markdown, and what its worker may take: a page of 1 MB needs a second and 150 MB. */
  webHtmlChars: 1_048_576,
  webPageMs: 10_000,
  /** ... and what the reader itself may take to start, on a machine that is busy with a build. */
  webReaderMs: 30_000,
  webPageMiB: 512,
  /** One download: it is kept in memory and, for undo, in the ledger; 32 MiB in two minutes is a slow line. */
  downloadBytes: 32 * 1_048_576,
  downloadMs: 120_000,
  /** An archive unpacked: files, bytes, and times its size (source code packs to a tenth, zeros to a thousandth). */
  archiveEntries: 1_000,
  archiveBytes: 64 * 1_048_576,
  archiveRatio: 200,
  /** One picture of a page, browser start included; and its tokens at 768x480: the dearest common encoder takes about 500. */
  pictureMs: 20_000,
  pictureTokens: 640,
  /** Results of one search: a page of them, about 1,000 tokens. */
  searchResults: 10,
  /**
   * What a folder may bring to be trusted: settings, hooks and servers that a person reads through before a
   * y (real ones have a few kB), and commands, skills and memory that are hashed at every start. A file of
   * settings that nobody trusts is read up to a bound that only a mistake or a trap reaches.
   */
  trustConfigBytes: 65_536,
  settingsBytes: 1_048_576,
  trustBytes: 8 * 1_048_576,
  trustEntries: 500,
  /** End of a running command's output that survives a kill. */
  partialOutputChars: 65_536,
} as const

/** Output tokens to keep free in a window of this size. */
export function reserveFor(windowTokens: number): number {
  return LIMITS.reserveTokens.find((row) => windowTokens <= row.upTo)?.tokens ?? 2_048
}
