import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

/** As Jupyter writes it, with spellings of JSON that no serialiser would choose. */
const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "aaaa",
   "metadata": {},
   "source": [
    "# Title\\u00e9 \\/ \\"quoted\\"\\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "bbbb",
   "metadata": {"tags": [ "x" ]},
   "outputs": [
    {
     "data": {"text/plain": ["{'source': [1]}"]},
     "output_type": "execute_result"
    }
   ],
   "source": [
    "x = 1\\n",
    "x"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1.0e0,
   "id": "cccc",
   "metadata": {},
   "outputs": [ ],
   "source": "one string"
  }
 ],
 "metadata": { "kernelspec": {} },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

function open(t: Test, text = NOTEBOOK) {
  const root = t.testdir({})
  writeFileSync(join(root, 'a.ipynb'), text)
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  return async (given: Record<string, unknown>) => {
    const call = {
      id: 'c',
      name: 'NotebookEdit',
      arguments: { notebook_path: 'a.ipynb', ...given },
    }
    const checked = registry.validate(call)
    if (!checked.ok) throw new Error(checked.message)
    const result = await checked.tool.run(checked.input, toolContext(workspace))
    const after = result.edits?.[0]?.after?.toString() ?? ''
    return { ...result, after }
  }
}

t.test(
  'row 183: a cell is replaced, its outputs are cleared, and no other byte changes',
  async (t) => {
    const call = open(t)
    const { after, text, ok } = await call({ cell: 2, source: 'y = 2\nprint("é")' })
    t.ok(ok)
    t.match(
      text,
      /^edited a\.ipynb: \+\d+ -\d+ \(cell 2 replace\) The outputs of the cell were cleared\./,
    )
    const [head = '', tail = ''] = [
      NOTEBOOK.indexOf('"execution_count": 7'),
      NOTEBOOK.indexOf('"cell_type": "code",\n   "execution_count": 1.0e0'),
    ].map((at, index) => (index === 0 ? NOTEBOOK.slice(0, at) : NOTEBOOK.slice(at)))
    t.ok(after.startsWith(head))
    t.ok(after.endsWith(tail))
    const cell = JSON.parse(after).cells[1]
    t.same(cell, {
      cell_type: 'code',
      execution_count: null,
      id: 'bbbb',
      metadata: { tags: ['x'] },
      outputs: [],
      source: ['y = 2\n', 'print("é")'],
    })
    t.match(after, /"source": \[\n {4}"y = 2\\n",\n {4}"print\(\\"é\\"\)"\n {3}\]/)
    t.equal(
      JSON.parse((await call({ cell: 3, source: 'z' })).after).cells[2].source,
      'z',
      'one string',
    )
  },
)

t.test(
  'row 183: a notebook of one line stays one, and a new id is unique in its file',
  async (t) => {
    const line = await open(t, JSON.stringify(JSON.parse(NOTEBOOK)))({ cell: 2, source: 'y\nz' })
    t.same(JSON.parse(line.after).cells[1].source, ['y\n', 'z'])
    t.notMatch(line.after, /\n/)
    const insert = { cell: 0, source: 'new', mode: 'insert' }
    const once = (await open(t)(insert)).after
    const { cells } = JSON.parse((await open(t, once)(insert)).after)
    t.equal(new Set(cells.map(({ id }: { id: string }) => id)).size, 5)
  },
)

t.test('row 183: cells are inserted and deleted at each place', async (t) => {
  const call = open(t)
  const sources = (after: string) =>
    JSON.parse(after).cells.map(
      ({ source }: { source: string | string[] }) => [source].flat().join('')[0],
    )
  for (const [cell, order] of [
    [0, ['n', '#', 'x', 'o']],
    [1, ['#', 'n', 'x', 'o']],
    [3, ['#', 'x', 'o', 'n']],
  ] as const) {
    const { after } = await call({ cell, source: 'new\n', mode: 'insert', cell_type: 'markdown' })
    t.same(sources(after), order)
    t.match(after, /\n {2}\{\n {3}"cell_type": "markdown",\n {3}"id": "[0-9a-f]{8}"/)
  }
  t.same(sources((await call({ cell: 1, mode: 'delete' })).after), ['x', 'o'])
  t.same(sources((await call({ cell: 3, mode: 'delete' })).after), ['#', 'x'])
  const single = open(t, '{"cells":[{"cell_type":"code","source":[]}],"nbformat":4}')
  t.equal((await single({ cell: 1, mode: 'delete' })).after, '{"cells":[],"nbformat":4}')
  const empty = open(t, '{"cells":[],"nbformat":4}')
  t.same(JSON.parse((await empty({ cell: 0, mode: 'insert', source: 'a' })).after).cells, [
    { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['a'] },
  ])
})

t.test('row 183: a missing cell is answered with the list; other files are refused', async (t) => {
  const call = open(t)
  const missing = await call({ cell: 9, source: 'x' })
  t.match(missing, {
    ok: false,
    text: /no cell 9\. It has 3 cells\.\n1 markdown: # Titleé \/ "quoted"\n2 code: x = 1/,
  })
  t.match(await open(t, '{"a": 1}')({ cell: 1, source: 'x' }), { ok: false, text: /not a Jupyter/ })
  t.match(await open(t, 'no json')({ cell: 1, source: 'x' }), { ok: false, text: /not a Jupyter/ })
  t.match(await call({ cell: 2, source: '# ... rest of the code' }), {
    ok: false,
    text: /placeholder/,
  })
})
