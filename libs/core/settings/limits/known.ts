/** What a prompt has of rules, notes, earlier tasks, knowledge and skills. */
export const KNOWN_LIMITS = {
  /** Tokens of the user's rules in the head of a task: some ten sentences (docs/design/prompt.md#rules). */
  ruleTokens: 200,
  /** Tokens of the line above them: without it the head would cut a chosen rule, and the oldest first. */
  ruleTitleTokens: 30,
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
} as const
