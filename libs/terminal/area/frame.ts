/** The rows at the bottom of the terminal that are replaced, and where the caret is in them. */
export interface Frame {
  /** At least one row; none is wider than the terminal less one column. */
  rows: readonly string[]
  caret: Caret
}

export interface Caret {
  row: number
  column: number
}

/** Columns and rows of a terminal. */
export interface Size {
  columns: number
  rows: number
}
