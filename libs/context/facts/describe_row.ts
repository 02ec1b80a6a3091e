import type { Evidence } from '#core'

const LINE_CHARS = 180

/** A row in one line without its id: the call, its query and its outcome. */
export function describeRow({
  kind,
  subject,
  summary,
  facts,
}: Pick<Evidence, 'kind' | 'subject' | 'summary' | 'facts'>): string {
  const said = oneLine(summary)
  const name = oneLine(subject)
  switch (kind) {
    case 'test_result': {
      // The summary begins with the verdict and repeats the command.
      const verdict = said.replace(`: ${name} (`, ' (')
      return cut(`run ${name}: ${verdict}`)
    }
    case 'shell_output':
      return cut(`run ${shorten(name)}: ${said}`)
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

function shorten(name: string): string {
  return name.length <= NAME_CHARS ? name : `${name.slice(0, NAME_CHARS - 1)}…`
}

/** More of a long command is not shown. */
const READ_CHARS = 600

function oneLine(text: string): string {
  return text.slice(0, READ_CHARS).replace(/\s+/g, ' ').trim()
}

function cut(text: string): string {
  return text.length <= LINE_CHARS ? text : `${text.slice(0, LINE_CHARS - 1)}…`
}
