import { existsSync } from 'node:fs'
import { AircoderError } from '#core'
import { COUNTS, type Sums } from './sums.js'
import { usagePath } from './usage_book.js'
import { readUsageFile } from './usage_file.js'

/** What one person used on one day. */
export interface UsageDay extends Sums {
  day: string
  person: string
}

/**
 * Reads the usage records; a proxy may write them at the same time.
 * @param since   first day, as `2026-11-21`
 * @param person  absent: all people
 * @returns       by day, newest first, then by person; empty when nothing was ever recorded
 * @throws        AircoderError PROXY_USAGE_UNREADABLE
 */
export function readUsage(stateDir: string, since: string, person?: string): UsageDay[] {
  const path = usagePath(stateDir)
  if (!existsSync(path)) return []
  try {
    const db = readUsageFile(path)
    try {
      const sums = COUNTS.map((name) => `sum(${name}) AS ${name}`).join(', ')
      return db
        .prepare<{ since: string; person: string | null }, UsageDay>(
          `SELECT day, person, ${sums} FROM usage
           WHERE day >= @since AND (@person IS NULL OR person = @person)
           GROUP BY day, person ORDER BY day DESC, person`,
        )
        .all({ since, person: person ?? null })
    } finally {
      db.close()
    }
  } catch (cause) {
    const reason = (cause as Error).message
    throw new AircoderError('PROXY_USAGE_UNREADABLE', { path, reason }, { cause })
  }
}
