/**
 * Every limit and default number of the product, each with its reason.
 * The name gives the unit: bytes, tokens or characters; times are in milliseconds.
 */
export const LIMITS = {
  /** The window that is assumed when the endpoint does not report one (row 71). */
  defaultWindowTokens: 32_768,
  /** The same for an Ollama whose model is not loaded yet: Ollama's default without a large card (docs/design/engines.md#ollama-window). */
  unloadedWindowTokens: 4_096,
  /** Discovery of the endpoint may take this long; then the defaults are used (row 71). */
  discoveryMs: 1_500,
  /** Output kept free at 8k / 16k / larger windows (docs/design/prompt.md#budgets). */
  reserveTokens: [
    { upTo: 8_192, tokens: 1_024 },
    { upTo: 16_384, tokens: 1_500 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 2_048 },
  ],
  /** Largest output that is requested: thinking alone takes 2k-6k tokens before a call (row 107). */
  maxOutputTokens: 8_192,
  /** Tokens of thinking before it is ended (row 58; docs/design/replies.md#thinking: budgeted beats both none and all). */
  thinkingTokens: 2_048,
  /** Thinking of a reply is kept up to this length; more is cut in the middle (row 62). */
  reasoningChars: 32_000,
  /** Share of the window that ended thinking may take in the request that continues it. */
  thoughtShare: 0.1,
  /** Tokens of a text divided by our estimate: no tokenizer in use is outside of this for code or prose (test/fixtures/tokens: 0.9-1.29). */
  tokenFactorLeast: 0.6,
  tokenFactorMost: 2,
  /** A learned ratio loses half of its weight against that of the model's family in this time. */
  tokenFactorHalfLifeMs: 30 * 86_400_000,
  /** Share of the window that is kept free because token counts are estimates (docs/design/prompt.md#budgets). */
  safetyShare: 0.03,
  /** The prompt is rebuilt when the tail fills this share of the usable space (docs/design/prompt.md#rebuild: .95 measured best). */
  rebuildAtShare: 0.95,
  /** Text of one reply that is read for facts: statements beside a call are short. */
  statementChars: 2_000,
  /** A rebuilt prompt takes at most this share of the usable window: 45 % stay free, with 4.5 % for the error of the estimate (docs/design/prompt.md#budgets). */
  rebuildToShare: 0.525,
  /** A rebuild comes at least so many steps after the one before, so never within six: results are cut before it comes sooner. */
  rebuildGapSteps: 7,
  /** Share of the window that a result always gets, and tokens below which it makes no sense to cut. */
  leastResultShare: 0.025,
  /** The prefix cache of most engines lasts five minutes; after this a rebuild costs nothing. */
  coldMs: 300_000,
  /** Share of the usable window that a prompt takes that is assembled for every step (`--assemble always`). */
  alwaysShare: 0.85,
  /** Share of head and tail that the newest step may take: it has a result that was not used yet. */
  newestShare: 0.6,
  /** Share of the space besides system text and tools that one older result may take after a rebuild. */
  oldResultShare: 0.025,
  /** Share of the tail that a rebuild keeps (docs/design/prompt.md#budgets: .15-.20). */
  tailShare: 0.2,
  /** A rebuild keeps at least this many steps in the tail. */
  tailSteps: 3,
  /** Share of the block that a rebuild writes: state and evidence together (docs/design/prompt.md#budgets: <= .45). */
  curatedShare: 0.45,
  /** Largest share of the window for one tool result (docs/design/prompt.md#budgets); it limits windows below 3k. */
  resultShare: 0.2,
  /** Largest tool result at 4k / 8k / 16k / larger windows: 99 % of real results have at most 1,363 tokens (docs/design/prompt.md#budgets). */
  resultTokens: [
    { upTo: 4_096, tokens: 600 },
    { upTo: 8_192, tokens: 1_200 },
    { upTo: 16_384, tokens: 2_500 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 4_000 },
  ],
  /** The same for the output of a test run: one that passed says it in its summary, and one that failed by the lines of its failures (docs/design/prompt.md#outputs-and-repeats). */
  passedTestTokens: 400,
  failedTestTokens: 2_000,
  /** Largest share of the usable window for the outline and the aimed part of a long file (docs/design/prompt.md#reads). */
  readShare: 0.12,
  /** The same for all files together that a message names with `@`: half of the first prompt stays free. */
  attachedShare: 0.3,
  /** Windows up to this size get only the tools that most tasks need: the others would take 3 % or more of them. */
  fewToolsWindow: 16_384,
  /** Windows up to this size name the further tools only: system text and tools take 40 % of them. */
  leastToolsWindow: 4_096,
  /** A new turn that needs other tools gets a prompt of its own up to this size: a larger one would be read again for seconds. */
  rerouteTokens: 2_000,
  /** Default of --max-steps: the cap on tool calls of a turn (row 23). A step without a call counts as one. */
  maxSteps: 500,
  /** Steps in a minute, and tokens in an hour without the reused ones, above which the user gets a line (row 28). */
  stepsAMinute: 30,
  tokensAnHour: 500_000,
  /** Corrections in a row after replies without a call; then the task ends (row 47 gives 2; a call resets the count). */
  nudgesInARow: 3,
  /** The same for a model that worked before, and the steps that show it: in 60 steps of which a tenth have no call, four in a row come once in a hundred runs. */
  nudgesLate: 5,
  nudgesLateSteps: 12,
  /** The same when files were changed in a project without tests: then the task ends as resolved and unproven. */
  nudgesUnproven: 2,
  /** Problems in a row (parser or inference) before the run stops with an error. */
  problemsInARow: 5,
  /** Steps after which the edit tools are offered, also without a plan (row 187). */
  exploreSteps: 12,
  /** Repetitions of a call or of a cycle of calls: the model is warned (rows 30, 53), the calls are withheld, the run stops (docs/design/prompt.md#loops). */
  loopWarned: 3,
  loopWithheld: 5,
  loopStopped: 8,
  /** Longest cycle of calls that is recognised. */
  cycleCalls: 6,
  /** Failed edits of one file, and edits with failures between them, before it must be read again (row 54). */
  patchFailures: 4,
  patchAttempts: 6,
  /** How often in `checkRoundSteps` steps the program runs the tests when the model says that it is done (row 154): a long task has many false ends. */
  checkRounds: 2,
  checkRoundSteps: 20,
  /** Number of newest steps that are searched for such runs. */
  checkLookBack: 200,
  /** Longest parse of an edited file; a longer one is skipped. */
  syntaxMs: 5_000,
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
  /** Foreground commands (row 170). */
  commandMs: 120_000,
  commandMaxMs: 600_000,
  /** Longest request of a probe: a cold load, or the prefill of a full window on a slow card. */
  probeMs: 180_000,
  /** Longest prompt of a probe: a longer one takes a card minutes and shows little more. */
  probeWindowTokens: 40_000,
  /** Bytes of a command's output that are kept: half from the head, half from the tail (row 170). */
  commandOutputBytes: 1_048_576,
  /** Of standard input, and of one line of it: more than any window takes, and little beside the memory of a machine. */
  inputBytes: 16 * 1_048_576,
  /** Background commands at a time, and the output that is kept of one between two reads. */
  backgroundCommands: 8,
  backgroundBytes: 262_144,
  /** Mounts that hide denied files from a command: each costs it some 0.1 ms to start. */
  sandboxMasks: 500,
  /** Longest check whether a sandbox works on this machine. */
  sandboxProbeMs: 5_000,
  /** Time between SIGTERM and SIGKILL. */
  killGraceMs: 2_000,
  /** The changes of a command are kept for undo in trees up to this number of files: a first snapshot of more takes seconds (bench/undo). */
  snapshotFiles: 50_000,
  /** Largest file in such a snapshot (row 249), and the largest number of changed files. */
  snapshotFileBytes: 1_048_576,
  snapshotChanges: 100,
  /**
   * The same outside of git, where every file is looked at and its bytes are held in memory: the first snapshot of 9,900
   * files takes 0.7 s, a later one 0.2 s, on a busy machine (bench/results/undo-end_look.json).
   */
  walkSnapshotFiles: 10_000,
  walkSnapshotBytes: 64 * 1_048_576,
  /** Longest snapshot after a command that the user ended: a tree of 50,000 files takes 2 s on a busy machine. */
  cutLookMs: 10_000,
  /** Bytes of names or of changed files that one snapshot reads. */
  snapshotBytes: 256 * 1_048_576,
  /** Longest git call of aircoder itself, and its largest output: a snapshot of a large tree takes seconds. */
  gitMs: 60_000,
  gitBytes: 64 * 1_048_576,
  /** Longest look of the gate at commits: nothing else runs meanwhile. Two trees with 100,000 different files take .8 s on two busy cores. */
  gitLookMs: 3_000,
  /** How often the output of a running command is written to the ledger. */
  progressMs: 500,
  /** How much of that output is written. */
  progressBytes: 8_192,
  /** Largest configuration file of a project that the program reads by itself: real ones have some kB, lock files are not read. */
  projectFileBytes: 1_048_576,
  /** Names of one folder, and of one search, that the program looks at to find out how a project is tested. */
  projectNames: 20_000,
  /** Test files whose text is read to tell unittest from pytest: a project does not mix them. */
  projectTestFiles: 50,
  /** Largest file that read_file and the edit tools open. */
  fileBytes: 8 * 1_048_576,
  /** Longest wait for the first token: prefill of a full window, or a cold load (row 27; docs/design/proxy.md#timers). */
  firstTokenMs: 15 * 60_000,
  /** Longest gap between upstream bytes after the first; a server may send nothing during a whole tool call (docs/design/engines.md#ollama-calls). */
  idleMs: 5 * 60_000,
  /** Longest connect. */
  connectMs: 10_000,
  /** Longest time with signs of life and without a token, after the first one: a slow card writes a call of 8,192 tokens in 14 minutes, and some servers send it whole. */
  usefulMs: 15 * 60_000,
  /** The same before the first token: the queue of a proxy (10 minutes), a cold load and the prefill (15 minutes), and as long again. */
  firstUsefulMs: 60 * 60_000,
  /** One reply: its text, its thinking, and the arguments of all its calls. A mebibyte is 30 times the largest output that is requested. */
  replyTextChars: 1_048_576,
  replyThoughtChars: 1_048_576,
  replyArgumentChars: 1_048_576,
  /** Calls of one reply. Real replies have fewer than ten; the results of 32 share two fifths of the window. */
  replyCalls: 32,
  /** One event of a stream: a server may send a whole call in one, and escapes double its bytes. A larger one would stop the keyboard while it is parsed. */
  eventBytes: 2 * 1_048_576,
  /** All bytes of one streamed answer: a token takes about 300 bytes on the wire, so this is 900,000 tokens. */
  answerBytes: 256 * 1_048_576,
  /** Answers of status 1xx before the real one: a sign of life each 20 s, for as long as the first token may take, makes 180. */
  informationalAnswers: 256,
  /** The headers of all of them: 500 bytes for each. */
  informationalBytes: 131_072,
  /** One document, such as the list of models: the longest known list has about a megabyte. */
  documentBytes: 4 * 1_048_576,
  /** Largest count of tokens, or window, that a server may claim: the largest known windows have ten million tokens. */
  countedTokens: 16_777_216,
  /** A name that a server made up for a tool: OpenAI's API refuses a longer one in the history. */
  toolNameChars: 64,
  /** Tries after connection errors and 5xx (row 25), including the first. */
  tries: 4,
  /** First pause between tries; it doubles each time, with jitter. */
  retryBaseMs: 500,
  retryMaxMs: 8_000,
  /** Longest pause that a server's Retry-After can ask for (the proxy sends 2-30 s; docs/design/proxy.md#errors). */
  retryAfterMaxMs: 60_000,
  /** Sessions that a prune keeps, and the length of their titles (row 242). */
  keptSessions: 50,
  titleChars: 60,
  /** Earlier tasks in a view of the ledger: as many as a prompt has room to name. Recent calls: eight rounds of the longest cycle are 48. */
  earlierTasks: 5,
  recentCalls: 60,
  /** Steps with a correction in a view: twice the largest cap of a guard, and most of a run of 500 steps. */
  guardSteps: 300,
  /** Default limit of a query for evidence, and the largest output of `ledger sql` in rows. */
  foundRows: 50,
  sqlRows: 10_000,
  /** Characters of an event's payload, in a query of what happened (row 29). */
  eventPayloadChars: 8_192,
  /** Beginning of a payload that full-text search can find: the rest is in the file or command itself. */
  searchableBytes: 65_536,
  /** A side question: its longest time and the tokens of its answer (rows 42, 67). */
  microMs: 20_000,
  microTokens: 512,
  /** Longest text in one side question: about 3,000 tokens, so that it fits the smallest window. */
  microInputChars: 12_000,
  /** Lines that a side question repeats with an edit merged in: at 3.5 characters per token they fit into its answer. */
  mergeRegionChars: 1_400,
  /** Requests to a cloud provider: number per session, answer, one file, temperature (row 268). */
  escalationsASession: 5,
  escalationTokens: 4_096,
  escalationFileChars: 12_000,
  escalationTemperature: 0.1,
  /** Longest such request: a long answer of a thinking model takes minutes. */
  escalationMs: 300_000,
  /** Newest replies that count for a model's failure rate, and the rate above which the strong tier takes over. */
  tierRateOver: 10,
  tierRate: 0.5,
  /** The same for the medium tier (row 123): it helps earlier than the strong one. */
  tierMediumRate: 0.3,
  /** Good steps of the strong tier before the main model is tried again. */
  tierBack: 3,
  /** One page: time including redirects, bytes, and characters shown (row 176); normal pages have fewer than five redirects. */
  webMs: 30_000,
  webBytes: 5 * 1_048_576,
  webTextChars: 25_000,
  webRedirects: 5,
  /** HTML that is converted to Markdown, and the time and memory of its worker: a page of 1 MB needs one second and 150 MB. */
  webHtmlChars: 1_048_576,
  webPageMs: 10_000,
  /** Longest start of that worker, on a machine that is busy with a build. */
  webReaderMs: 30_000,
  webPageMiB: 512,
  /** Largest download: it is kept in memory and, for undo, in the ledger. 32 MiB in two minutes is a slow connection. */
  downloadBytes: 32 * 1_048_576,
  downloadMs: 120_000,
  /** An unpacked archive: files, bytes, and ratio to its size (source code compresses to a tenth, zeros to a thousandth). */
  archiveEntries: 1_000,
  archiveBytes: 64 * 1_048_576,
  archiveRatio: 200,
  /** One picture of a page, including the browser's start; and its tokens at 768x480: the largest common encoder takes about 500. */
  pictureMs: 20_000,
  pictureTokens: 640,
  /** Results of one web search: one page, about 1,000 tokens. */
  searchResults: 10,
  /**
   * Sizes up to which a folder can be trusted: settings, hooks and servers, which a user reads before the
   * y (real ones have a few kB); and commands, skills and memory, which are hashed at every start.
   * `settingsBytes` also limits a settings file that is not trusted: no real one is that large.
   */
  trustConfigBytes: 65_536,
  settingsBytes: 1_048_576,
  trustBytes: 8 * 1_048_576,
  trustEntries: 500,
  /** End of a running command's output that is kept after a kill. */
  partialOutputChars: 65_536,
  /** Files of the repo map whose text is indexed, and the longest refresh: 2 s for 1,000 files (bench/results/locate-locate.json). */
  mapFiles: 20_000,
  mapMs: 60_000,
  /** Longest wait of a first prompt for the map. A model needs longer than that for its first token. */
  mapWaitMs: 1_200,
  /** Longest wait of a tool for the index: a cold index of 20,000 files. */
  mapToolMs: 15_000,
  /** Most tokens of the map in a prompt, by window (docs/design/prompt.md#repo-map). */
  mapTokens: [
    { upTo: 4_096, tokens: 250 },
    { upTo: 8_192, tokens: 700 },
    { upTo: 16_384, tokens: 1_200 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 2_000 },
  ],
  /** Tokens of the user's rules in the head of a task: some ten sentences (docs/design/prompt.md#rules). */
  ruleTokens: 200,
  /** Tokens of earlier tasks in the head of a task that has to do with them. */
  recordTokens: 180,
  /** Tokens of notes of memory in the head of a task that has to do with them: two or three sentences of a person each. */
  noteTokens: 150,
  /** Tokens of what the model noted in earlier turns of its session (row 220): some fifteen lines. */
  scratchpadTokens: 500,
  /** Tokens of tool cards that one note has, by window (row 234: profiles of 1B to 12B models). A large model gets none. */
  cardTokens: [
    { upTo: 4_096, tokens: 200 },
    { upTo: 8_192, tokens: 300 },
    { upTo: 16_384, tokens: 400 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 500 },
  ],
  /** Tokens of built-in knowledge sheets in a task, by window (row 237). */
  sheetTokens: [
    { upTo: 4_096, tokens: 100 },
    { upTo: 8_192, tokens: 150 },
    { upTo: Number.POSITIVE_INFINITY, tokens: 200 },
  ],
  /** Knowledge of the user in a task, and the part of a window that it may take (row 238). */
  knowledgeTokens: 1_500,
  knowledgeShare: 0.05,
  /** Characters of one entry of it. */
  knowledgeChars: 1_500,
  /** Largest SKILL.md or file of knowledge (row 238). */
  skillBytes: 102_400,
  /** Skills of a folder that are read, and entries that are looked at: a start must not wait for a folder of thousands. */
  skillFiles: 200,
  skillEntries: 2_000,
  /** Characters of the list of skills in a prompt (row 103). */
  skillChars: 4_000,
  /** Tokens of the same in a small window. */
  skillTokens: 1_000,
  /** Memory of the map's thread. */
  mapMiB: 1_024,
  /** Files that a ranking returns. */
  mapPaths: 60,
} as const

/** The tokens of the first row that a window fits in. */
export function tokensIn(
  rows: readonly { upTo: number; tokens: number }[],
  windowTokens: number,
): number {
  return rows.find(({ upTo }) => windowTokens <= upTo)?.tokens ?? 0
}

/** Output tokens to keep free in a window of this size. */
export function reserveFor(windowTokens: number): number {
  return LIMITS.reserveTokens.find((row) => windowTokens <= row.upTo)?.tokens ?? 2_048
}

/** Tokens of the largest tool result in a window of this size. */
export function resultTokensFor(windowTokens: number): number {
  const row = LIMITS.resultTokens.find(({ upTo }) => windowTokens <= upTo)
  return Math.min(row?.tokens ?? 4_000, Math.floor(windowTokens * LIMITS.resultShare))
}

/** Corrections in a row after replies without a call, in a step of a task; then a text ends it. */
export function nudgesFor(step: number): number {
  return step > LIMITS.nudgesLateSteps ? LIMITS.nudgesLate : LIMITS.nudgesInARow
}
