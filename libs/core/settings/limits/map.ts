/** The repo map. */
export const MAP_LIMITS = {
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
  /** Memory of the map's thread. */
  mapMiB: 1_024,
  /** Files that a ranking returns. */
  mapPaths: 60,
} as const
