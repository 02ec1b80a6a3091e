/** Pages, downloads, archives and pictures. */
export const WEB_LIMITS = {
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
} as const
