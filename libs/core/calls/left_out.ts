const LINES = /^… \d+ lines left out\. The call had them\.$/m
const CHARACTERS = / … \d+ characters left out … /

/** Replaces in a prompt the middle of a long argument of a call that was made whole. */
export function linesLeftOut(count: number): string {
  return `… ${count} lines left out. The call had them.`
}

/** The same inside of one long line. */
export function charactersLeftOut(count: number): string {
  return ` … ${count} characters left out … `
}

/** The first of these marks in a text that a model wrote: it copied what its prompt shows. null: there is none. */
export function findLeftOut(text: string): string | null {
  return (LINES.exec(text) ?? CHARACTERS.exec(text))?.[0].trim() ?? null
}
