/**
 * How a tool is called right: one example and a few rules. It is shown after a call that failed, or before a first one.
 * The example is checked against the schema by the compiler, and by `lintCards`.
 */
export interface ToolCard<Input = Record<string, unknown>> {
  readonly example: Input
  /** One instruction a sentence. Names in backticks are tools or fields of this one. */
  readonly rules: readonly string[]
  /** Words of the user that call for the tool. */
  readonly words?: RegExp
  /** Lower ones are taken first where the words call for several; 5 when absent. */
  readonly priority?: number
}
