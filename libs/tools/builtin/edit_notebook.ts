import { z } from 'zod'
import { countNoun } from '#core'
import { decodeText, encodeText } from '#workspace'
import { FileText, Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { PATH_WORDS } from '../declare/words.js'
import { editCell } from '../edit/edit_notebook.js'
import { editResult } from '../edit/edit_result.js'
import { guardPatch, guardStale } from '../edit/guards/guards.js'
import { type Notebook, readNotebook } from '../edit/notebook_text.js'
import { openForEdit } from '../edit/open_for_edit.js'

const MOST_LISTED = 40
const MODES = ['replace', 'insert', 'delete'] as const
const TYPES = ['code', 'markdown', 'raw'] as const

export const editNotebook = defineTool({
  name: 'edit_notebook',
  summary: 'Edit one cell of a notebook.',
  input: z.object({
    path: Place,
    cell: z.int().min(0).describe('number from 1; insert puts the new cell after it'),
    source: FileText.optional(),
    mode: z.enum(MODES).optional(),
    cell_type: z.enum(TYPES).optional(),
  }),
  aliases: {
    names: ['NotebookEdit', 'notebook_edit', 'edit_cell'],
    fields: {
      path: ['notebook_path', ...PATH_WORDS],
      cell: ['cell_number', 'cell_index', 'index', 'number'],
      source: ['new_source', 'content', 'code', 'text'],
      mode: ['edit_mode', 'action'],
      cell_type: ['type', 'kind'],
    },
  },
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  route: { words: /\.ipynb\b|\bnotebook/i },
  paths: ({ path }) => [{ path, access: 'write' }],
  describe: ({ path, cell, mode = 'replace' }) => `${mode} cell ${cell} of ${path}`,

  async run({ path, cell, source = '', mode = 'replace', cell_type: type = 'code' }, context) {
    const file = await openForEdit(path, context.workspace, context.signal)
    if (!file.ok) return fail(file.message)
    if (file.before === null) return fail(`${file.path} does not exist. Create it with write_file.`)
    const held = guardPatch(file, { newText: source }, context) ?? guardStale(file, context)
    if (held !== null) return held
    const { text, encoding } = decodeText(file.before)
    const notebook = readNotebook(text)
    if (notebook === null)
      return fail(`${file.path} is not a Jupyter notebook with a list of cells.`)
    const { cells } = notebook
    if (cell > cells.length || (cell === 0 && mode !== 'insert'))
      return fail(`${file.path} has no cell ${cell}. ${listCells(notebook)}`)
    const after = encodeText(editCell(text, notebook, { mode, cell, source, type }), encoding)
    if (after === null)
      return fail(`${file.path}: its encoding (Latin-1) lacks a character of source.`)
    if (file.before.equals(after))
      return { ok: true, text: `Cell ${cell} already has this source. Nothing was changed.` }
    const made = editResult([{ ...file, after, verb: 'edited', strategy: `cell ${mode}` }])
    const cleared = mode === 'replace' && cells[cell - 1]?.values.has('outputs')
    const note = cleared ? ' The outputs of the cell were cleared.' : ''
    return made.ok ? { ...made, text: `${made.text} (cell ${cell} ${mode})${note}` } : made
  },
})

function listCells({ cells }: Notebook): string {
  const lines = cells.slice(0, MOST_LISTED).map(({ type, source }, at) => {
    const [first = ''] = source.split('\n')
    return `${at + 1} ${type}: ${first.slice(0, 80)}`
  })
  return [`It has ${countNoun(cells.length, 'cell')}.`, ...lines].join('\n')
}
