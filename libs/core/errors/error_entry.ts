/** One error: its exit code and texts. `subtype` is that of the JSON result; `failed` where none is given. */
export interface ErrorEntry {
  exit: number
  message: string
  hint: string
  subtype?: 'interrupted' | 'limit'
}
