/** The parts of highlight.js that are used. */
interface Highlighting {
  newInstance(): Highlighting
  registerLanguage(name: string, grammar: unknown): void
  /** `value` is HTML: spans with classes, and text with entities. */
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}
declare const core: Highlighting
export default core
