/** A call as a text says it: the name as written, the values not yet coerced to a schema. */
export interface WrittenCall {
  name: string
  arguments: Record<string, unknown>
  /** Values are the text between two tags: what is no string by the schema is still to be read. */
  plain?: boolean
  /** One of the three one-line actions, known whether offered as a tool or not. */
  action?: boolean
  /** Closers were missing at its end, so that more may have been meant to come. */
  unclosed?: boolean
}
