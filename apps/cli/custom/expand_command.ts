const PLACE = /\$(?:ARGUMENTS|([1-9]))/g

/**
 * Puts the words that were typed after a command into its text: `$ARGUMENTS` all of them, `$1` to `$9` one each. A text
 * without places gets them at its end. What is put in is not read again.
 */
export function expandCommand(body: string, typed: string): string {
  const words = splitWords(typed)
  if (body.search(PLACE) === -1) return typed === '' ? body : `${body}\n\n${typed}`
  return body.replace(PLACE, (_, number?: string) =>
    number === undefined ? typed : (words[Number(number) - 1] ?? ''),
  )
}

/** Words between spaces; quotes keep several together. */
function splitWords(text: string): string[] {
  const found = text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)
  return [...found].map(([, double, single, plain]) => double ?? single ?? plain ?? '')
}
