/** The member of a chunk with which llama.cpp's server reports its progress. Inside a text its quotes are escaped. */
const MEMBER = Buffer.from('"prompt_progress":')
const FIGURES = /"prompt_progress":\s*(\{[^{}]*\})/

/** Separates the progress of llama.cpp's server from the events of an answer. */
export interface ProgressFilter {
  /** @returns the events without the ones that only report progress */
  take(events: Buffer): Buffer
  /** false: the answer has begun. */
  isReading(): boolean
}

/**
 * Only what comes before the first event of the answer is searched, so an answer costs nothing.
 * @param read  gets the tokens that were read, of those that had to be read: cached ones count in neither
 */
export function createProgressFilter(read: (tokens: number, of: number) => void): ProgressFilter {
  let isReading = true
  function report(event: string): boolean {
    const [, figures] = FIGURES.exec(event) ?? []
    if (figures === undefined) return false
    const [total, cache, processed] = ['total', 'cache', 'processed'].map((name) =>
      Number(new RegExp(`"${name}":\\s*(\\d{1,9})\\s*[,}]`).exec(figures)?.[1] ?? Number.NaN),
    ) as [number, number, number]
    if (cache <= processed && processed <= total) read(processed - cache, total - cache)
    return true
  }
  return {
    isReading: () => isReading,
    take(events) {
      if (!isReading) return events
      if (!events.includes(MEMBER)) {
        isReading = false
        return events
      }
      const kept = events
        .toString('utf8')
        .split(/(?<=\n\r?\n)/)
        .filter((event) => {
          const isProgress = isReading && report(event)
          if (!isProgress) isReading = false
          return !isProgress
        })
      return Buffer.from(kept.join(''))
    },
  }
}
