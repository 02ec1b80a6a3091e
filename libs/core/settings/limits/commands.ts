/** Commands: their time, their output, their sandbox. */
export const COMMAND_LIMITS = {
  /** Foreground commands (row 170). */
  commandMs: 120_000,
  commandMaxMs: 600_000,
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
  /** A session that was left ends in this time: SIGTERM and SIGKILL of a command, the end of its output, then those of background commands, take 2 s each. */
  leaveMs: 8_000,
  /** How often the output of a running command is written to the ledger. */
  progressMs: 500,
  /** How much of that output is written. */
  progressBytes: 8_192,
  /** End of a running command's output that is kept after a kill. */
  partialOutputChars: 65_536,
} as const
