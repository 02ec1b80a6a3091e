/** Side questions, and requests to stronger models. */
export const SIDE_LIMITS = {
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
} as const
