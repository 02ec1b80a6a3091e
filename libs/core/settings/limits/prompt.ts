/** What a request and its parts may take of the window. */
export const PROMPT_LIMITS = {
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
} as const
