import type { Evidence } from '#core'

const LINE_CHARS = 180

/**
 * A row in one line without its id: the call, its query and its outcome.
 * @param nameChars  a longer command is cut
 */
export function describeRow(
  { kind, subject, summary, facts }: Pick<Evidence, 'kind' | 'subject' | 'summary' | 'facts'>,
  nameChars = NAME_CHARS,
): string {
  const said = oneLine(summary)
  const name = oneLine(subject)
  switch (kind) {
    case 'test_result': {
      // The summary begins with the verdict and repeats the command.
      const verdict = said.replace(`: ${name} (`, ' (')
      return cut(`run ${name}: ${verdict}`)
    }
    case 'shell_output': {
      if (typeof facts.command !== 'string' || nameChars === NAME_CHARS)
        return cut(`run ${shorten(name, NAME_CHARS)}: ${said}`)
      const command = shorten(oneLine(facts.command), nameChars)
      return cut(`run ${command}: ${said}`, LINE_CHARS + nameChars - NAME_CHARS)
    }
    case 'edit_applied':
      return cut(`edit ${said}`)
    case 'decision':
      return cut(facts.author === 'user' || said.includes(name) ? said : `${name}: ${said}`)
    case 'diagnostic':
      return cut(`problem: ${said}`)
    default:
      return cut(said.includes(name) ? said : `${name}: ${said}`)
  }
}

/** The outcome must stay visible after a long command. */
const NAME_CHARS = 100

function shorten(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function cut(text: string, most: number = LINE_CHARS): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
