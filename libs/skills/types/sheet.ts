/** A short text about a subject that small models often get wrong: one file of `sheets`. */
export interface Sheet {
  name: string
  /** A word of the message counts 1. Small letters. */
  words: readonly string[]
  /** Two words next to each other count 2. */
  pairs: readonly string[]
  /** Tools whose cards come with it. */
  requiresTools?: readonly string[]
  /** One instruction a sentence. */
  rules: readonly string[]
}

/** A way to work that a kind of task calls for: one file of `protocols`. */
export interface Protocol {
  name: string
  when: RegExp
  rules: readonly string[]
}

/** The first line of a sheet. It says whether a prompt shows it. */
export function sheetTitle(name: string): string {
  return `Notes on ${name.replaceAll('_', ' ')}:`
}

/** A sheet or protocol as text. */
export function renderSheet({ name, rules }: Pick<Sheet, 'name' | 'rules'>): string {
  return [sheetTitle(name), ...rules.map((rule) => `- ${rule}`)].join('\n')
}
