/** Files of a folder that can be trusted. */
export const TRUST_LIMITS = {
  /**
   * Sizes up to which a folder can be trusted: settings, hooks and servers, which a user reads before the
   * y (real ones have a few kB); and commands, skills and memory, which are hashed at every start.
   * `settingsBytes` also limits a settings file that is not trusted: no real one is that large.
   */
  trustConfigBytes: 65_536,
  settingsBytes: 1_048_576,
  trustBytes: 8 * 1_048_576,
  trustEntries: 500,
} as const
