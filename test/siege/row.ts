/** One line of the table of a siege. */
export interface Row {
  campaign: string
  what: string
  /** What was tried. */
  attempts: number
  violations: string[]
  /** Why nothing was tried. */
  skipped?: string
}

/** A row before its first attempt. */
export function newRow(campaign: string, what: string): Row {
  return { campaign, what, attempts: 0, violations: [] }
}

/** The rows of a campaign that cannot run here. */
export function skippedRows(campaign: string, skipped: string): Row[] {
  return [{ ...newRow(campaign, 'all'), skipped }]
}
