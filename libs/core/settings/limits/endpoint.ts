/** What an endpoint may take and send: times, bytes, tries. */
export const ENDPOINT_LIMITS = {
  /** Longest request of a probe: a cold load, or the prefill of a full window on a slow card. */
  probeMs: 180_000,
  /** Longest prompt of a probe: a longer one takes a card minutes and shows little more. */
  probeWindowTokens: 40_000,
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
} as const
