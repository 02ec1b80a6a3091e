/** A call as it is written in a text: its name may be misspelled, its values do not follow the schema yet. */
export interface WrittenCall {
  name: string
  arguments: Record<string, unknown>
  /** Values are the text between two tags; a value that is not a string by the schema must be parsed. */
  plain?: boolean
  /** One of the three one-line actions, which are known even if they are not offered as tools. */
  action?: boolean
  /** Closing brackets or tags are missing at its end, so the call may be incomplete. */
  unclosed?: boolean
}
