import { z } from 'zod'
import { showControls } from '#core'
import { MEMORY_TYPES } from '../declare/memory.js'
import { defineTool, fail } from '../declare/tool.js'
import { MEMORY_WORDS } from '../route/memory_words.js'

/** A rule is in the prompt of later tasks; a longer text is a note, and one above that is a file. */
const RULE_CHARS = 600
const TEXT_CHARS = 4_000
const OLD_CHARS = 120

export const memorySave = defineTool({
  name: 'memory_save',
  // Row 212: what not to save is written where the model decides.
  summary:
    'Propose a note for later tasks: what the user wants or confirmed, decisions, where things are. Not what the code, git or a guide tells, not a fix, not the state of this task. The user is asked.',
  input: z.object({
    text: z.string().trim().min(1).describe('the rule or fact, then Why: …, then How to apply: …'),
    type: z
      .enum(MEMORY_TYPES)
      .default('project')
      .describe('feedback is a rule for every task; others are found by search'),
    scope: z.enum(['project', 'user']).default('project').describe('user: all projects'),
    name: z.string().trim().optional().describe('replaces the note of this name'),
    description: z.string().trim().optional().describe('one line'),
  }),
  aliases: {
    names: ['save_memory', 'write_memory', 'store_memory', 'add_memory', 'update_memory'],
    fields: {
      text: ['content', 'body', 'memory', 'fact', 'note', 'value'],
      name: ['key', 'title'],
    },
  },
  effect: 'memory',
  danger: true,
  evidence: null,
  route: { words: MEMORY_WORDS, quiet: true },
  extra: true,
  paths: () => [],
  describe: ({ text, scope, type }) =>
    `remember ${type === 'feedback' ? 'as a rule ' : ''}for ${scope === 'user' ? 'all projects' : 'this project'}: ${text.replace(/\s+/g, ' ')}`,

  async run({ text: given, type, scope, name = '', description = '' }, { memory }) {
    if (memory === undefined) return fail('This run has no memory.')
    const text = showControls(given)
    if (text.length > TEXT_CHARS)
      return fail(
        `Nothing was saved: the text has ${text.length} characters, a note has at most ${TEXT_CHARS}. Save its essence.`,
      )
    if (type === 'feedback' && text.length > RULE_CHARS)
      return fail(
        `Nothing was saved: a rule has at most ${RULE_CHARS} characters, this text has ${text.length}. Save a shorter rule, or save it with the type project.`,
      )
    const change = { action: 'save' as const, scope, type, name, description, text }
    const { same, replaces } = memory.meets(change)
    if (same !== null) return { ok: true, text: `Already remembered as ${same.name}.` }
    if (memory.wasRefused(text))
      return fail(
        'Nothing was saved: the user refused these words in this session. Go on with the task.',
      )
    const old = replaces.map(
      ({ name, body }) => `- ${name}: ${body.replace(/\s+/g, ' ').slice(0, OLD_CHARS)}`,
    )
    const shown = [...old, ...text.split('\n').map((line) => `+ ${line}`)].join('\n')
    return { ok: true, text: '', memory: { change, shown } }
  },
})
