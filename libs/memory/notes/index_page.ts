import { lineOf, type Note, type NoteScope } from './note.js'

/** Row 208: a longer index is cut, with a line that says so. It has at most the 200 files that are read. */
const INDEX_BYTES = 25_000

/** For a person who opens the folder and knows nothing about it. */
function introduction(scope: NoteScope): string[] {
  const isProject = scope === 'project'
  return [
    `# What aircoder remembers for ${isProject ? 'this project' : 'all your projects'}`,
    '',
    'aircoder is a coding agent. Each file here is one rule or one note, in plain text. A rule is a sentence of yours that is',
    'shown to the model in every task that it fits. A note is a fact that is shown in tasks that share words with it.',
    'aircoder writes this page again at each change that it makes, so edit the other files and not this one.',
    '',
    `- Change one: edit its text below the second \`---\`${isProject ? ', then run `aircoder trust add`' : ''}. Or: \`aircoder memory save --name NAME "new text"\`.`,
    '- Forget one: delete its file. Or: `aircoder memory delete NAME`.',
    '- The name of the file is the name of the rule or note. The text is below the second `---`.',
    ...(isProject
      ? [
          '- What earlier tasks did is not in this folder. `aircoder memory search WORDS` finds it.',
          '- In git this folder travels with the project. For other people it counts after they run `aircoder trust add`.',
        ]
      : []),
    '',
    'What the lines between the two `---` mean:',
    '',
    '- `rule: yes`: a rule. Without this line it is a note.',
    '- `source`: who said it, the user or the model. `confirmed: yes`: the model said it, and the user agreed.',
    '- `confidence`: how sure it is, from 0 to 1. Words of yours have 1.',
    '- `created`: the day on which it was saved.',
    '- `replaced_by`: the rule that took its place. To go back, remove this line and forget that other rule.',
    '- `description`: the line that lists show of a note.',
    '- `type`: feedback (how to work), user (about you), project (a fact), reference (where to find something).',
  ]
}

/**
 * The text of the index file: rules, notes, and rules that were replaced, each as a line, newest first.
 * @param left  files that were not read
 */
export function indexPage(scope: NoteScope, notes: readonly Note[], left: number): string {
  const current = notes.filter(({ replacedBy }) => replacedBy === null)
  const sections: [title: string, lines: string[]][] = [
    // A person who edits a rule may leave its description as it was.
    ['Rules', current.filter(({ isRule }) => isRule).map((one) => lineFor(one, one.body))],
    ['Notes', current.filter(({ isRule }) => !isRule).map((one) => lineFor(one, one.description))],
    [
      'Replaced, not used any more',
      notes
        .filter(({ replacedBy }) => replacedBy !== null)
        .map((one) => `${lineFor(one, one.body)} (replaced by ${one.replacedBy})`),
    ],
  ]
  const kept = introduction(scope)
  let bytes = Buffer.byteLength(kept.join('\n'))
  let more = left
  for (const [title, lines] of sections) {
    const fitting = lines.filter((line) => {
      bytes += Buffer.byteLength(line) + 1
      return bytes <= INDEX_BYTES
    })
    more += lines.length - fitting.length
    if (fitting.length > 0) kept.push('', `## ${title}`, '', ...fitting)
  }
  const rest = more > 0 ? ['', `${more} more files are not listed here.`] : []
  return [...kept, ...rest, ''].join('\n')
}

function lineFor({ name }: Note, text: string): string {
  return `- [${name}](${name}.md): ${lineOf(text)}`
}
