import t from 'tap'
import { codingArchetype, Memory, researchArchetype, supportArchetype } from '#memory'
import { importedModule } from '../../libs/memory/extract/code_entities.js'
import { LINK_QUERIES, LINK_SHAPES } from '../../libs/memory/extract/link_queries.js'
import { readCode } from '../../libs/memory/extract/read_code.js'

t.test(
  'row 225: a recorded file gives functions, classes, imports and how they connect',
  async (t) => {
    t.same(
      [codingArchetype.eventTypes, codingArchetype.entityTypes, codingArchetype.relationTypes].map(
        (types) => types.length,
      ),
      [8, 7, 8],
    )
    const memory = new Memory({ path: ':memory:', archetype: 'coding' })
    t.teardown(() => memory.close())
    await memory.record({
      type: 'file_read',
      content: {
        path: 'test/money.test.ts',
        text: `import { z } from 'zod'
import { Decimal } from '../src/decimal.js'
export class Money extends Decimal implements Amount {
  total(): Sum { return roundHalf(1) }
}
function roundHalf(x: number) { return x }
`,
      },
    })
    const names = (type: string) =>
      memory.semantic
        .salient(50)
        .filter((one) => one.type === type)
        .map(({ name }) => name)
        .sort()
    t.same(names('function'), ['roundHalf', 'total'])
    t.same(names('module'), ['src/decimal', 'test/money.test', 'zod'])
    t.match(memory.semantic.get('function', 'total')?.properties, {
      path: 'test/money.test.ts',
      line: 4,
      language: 'typescript',
    })
    const relations = memory.relational
      .of(memory.semantic.get('file', 'test/money.test.ts')?.id ?? '', 50)
      .map(({ type }) => type)
    t.same([...new Set(relations)].sort(), ['exports', 'imports', 'tests'])
    const around = await memory.relational.expand([memory.semantic.get('class', 'Money')?.id ?? ''])
    const links = around.relations.map(
      ({ type, source, target }) => `${source.name} ${type} ${target.name}`,
    )
    t.ok(links.includes('Money extends Decimal'), links.join())
    t.ok(links.includes('Money implements Amount'))
    const inner = await memory.relational.expand([
      memory.semantic.get('function', 'total')?.id ?? '',
    ])
    const uses = inner.relations.map(({ type, target }) => `${type} ${target.name}`)
    t.ok(uses.includes('calls roundHalf') && uses.includes('uses Sum'), uses.join())
    await memory.record({
      type: 'error',
      content: 'TypeError: x is 12 at src/a.ts:3',
      outcome: 'failure',
    })
    t.ok(memory.semantic.get('class', 'Decimal'), 'what a class extends is a class')
    const exported = memory.relational
      .of(memory.semantic.get('class', 'Money')?.id ?? '', 50)
      .map(({ type }) => type)
    t.ok(exported.includes('exports'), exported.join())
    const error = memory.semantic.get('error_pattern', 'TypeError: x is N at PATH:N')
    t.match(memory.relational.of(error?.id ?? '')[0], { type: 'caused_by' })
  },
)

t.test('row 225: what is written, run, searched and said tells about files, too', async (t) => {
  const memory = new Memory({ path: ':memory:', archetype: 'coding' })
  t.teardown(() => memory.close())
  const { semantic, relational } = memory
  for (const type of ['file_write', 'file_edit']) {
    const text = `import { z } from 'zod'\nexport function in_${type}() {}\ninterface Amount {}\nconst RATE = 1\n`
    await memory.record({ type, content: { path: `src/${type}.ts`, text } })
    const made = semantic.get('function', `in_${type}`)
    t.match(made?.properties, { path: `src/${type}.ts`, line: 2 })
    t.ok(semantic.get('type', 'Amount') && semantic.get('variable', 'RATE'), 'types and constants')
    const relations = relational.of(semantic.get('file', `src/${type}.ts`)?.id ?? '', 50)
    t.ok(relations.some((one) => one.type === 'imports'))
  }
  for (const type of ['search', 'user_message', 'agent_response']) {
    await memory.record({ type, content: `See src/${type}.ts.` })
    t.ok(semantic.get('file', `src/${type}.ts`), type)
  }
  const output = 'RangeError: 7 is too large at src/run.ts:3'
  await memory.record({
    type: 'shell_exec',
    content: { command: 'npm test', output },
    outcome: 'failure',
  })
  t.ok(semantic.get('file', 'src/run.ts'))
  const error = semantic.get('error_pattern', 'RangeError: N is too large at PATH:N')
  t.match(relational.of(error?.id ?? '')[0], { type: 'caused_by' })
})

/** Path -> [text, what it imports]. */
const SAMPLES: Record<string, [string, string]> = {
  'a.js': ["const x = require('x/y')\nfunction f() {}", 'x/y'],
  'a.ts': ["import { x } from 'x/y'\nfunction f() {}", 'x/y'],
  'a.tsx': ["export * from 'x/y'\nfunction f() { return <p/> }", 'x/y'],
  'a.vue': ["<script>\nimport x from 'x/y'\nfunction f() {}\n</script>\n", 'x/y'],
  'a.py': ['from x.y import z\ndef f(): pass', 'x.y'],
  'a.go': ['package a\nimport "x/y"\nfunc f() {}', '"x/y"'],
  'a.rs': ['use x::y;\nfn f() {}', 'x::y'],
  'a.java': ['import x.y;\nclass A { void f() {} }', 'x.y'],
  'a.c': ['#include "x/y.h"\nvoid f(void) {}', '"x/y.h"'],
  'a.cpp': ['#include <x/y.h>\nvoid f() {}', '<x/y.h>'],
  'a.cs': ['using X.Y;\nclass A { void f() {} }', 'X.Y'],
  'a.rb': ["require 'x/y'\ndef f; end", 'x/y'],
  'a.php': ['<?php\nuse X\\Y;\nfunction f() {}', 'X\\Y'],
  'a.swift': ['import X\nfunc f() {}', 'X'],
  'a.dart': ["import 'x/y.dart';\nvoid f() {}", "'x/y.dart'"],
  'a.sh': ['source x.sh\nf() { true; }', 'x.sh'],
  'a.sol': ['import "x.sol";\ncontract A { function f() public {} }', '"x.sol"'],
  'a.kt': ['import x.y\nfun f() {}', 'x.y'],
  'a.lua': ['local x = require("x.y")\nfunction f() end', 'x.y'],
  'a.ex': ['alias X.Y\ndef f do\nend', 'X.Y'],
  'a.scala': ['import x.y\ndef f() = 1', 'x.y'],
  'a.groovy': ['import x.y\ndef f() {}', 'x.y'],
  'a.hs': ['import X.Y\nf :: Int', 'X.Y'],
  'a.pl': ['use X::Y;\nsub f {}', 'X::Y'],
  'a.proto': ['import "x.proto";\nservice A {\n  rpc f (B) returns (C);\n}', 'x.proto'],
  'a.svelte': ["<script>\nimport x from 'x/y'\nfunction f() {}\n</script>", 'x/y'],
  'a.zig': ['const x = @import("x.zig");\nfn f() void {}', 'x.zig'],
}

/** Languages without imports of their own: path -> [text, what it defines]. */
const DEFINITIONS: Record<string, [string, string[]]> = {
  'a.ps1': [
    'function Get-Sum { }\nclass Cart { [int] Total() { return 1 } }\nenum Kind { Old }\n',
    ['function Get-Sum 1', 'class Cart 2', 'method Total 2', 'enum Kind 3'],
  ],
  'a.css': [
    '.card { color: red }\n#menu { top: 0 }\n@keyframes fade { from { top: 0 } }\n',
    ['rule card 1', 'rule menu 2', 'rule fade 3'],
  ],
  'a.ini': ['; no section\n[server]\nport = 1\n', ['section server 2']],
  'a.sql': [
    'CREATE TABLE IF NOT EXISTS shop.orders (id int);\ncreate or replace view open_orders as select 1;\ncreate table "a"."b"."lines" (id int);\n',
    ['table orders 1', 'table open_orders 2', 'table lines 3'],
  ],
}

t.test('row 226: the extractors read definitions and imports in many languages', async (t) => {
  for (const [path, [text, wanted]] of Object.entries(DEFINITIONS)) {
    const facts = await readCode(path, text)
    t.same(
      facts?.definitions.map(({ kind, name, line }) => `${kind} ${name} ${line}`),
      wanted,
      path,
    )
  }
  for (const [path, [text, wanted]] of Object.entries(SAMPLES)) {
    const facts = await readCode(path, text)
    const imports = (facts?.links ?? []).filter(({ kind }) => kind === 'import')
    t.same(
      imports.map(({ name }) => name),
      [wanted],
      path,
    )
    t.ok(
      facts?.definitions.some(({ name }) => name === 'f'),
      `${path} defines f`,
    )
  }
  t.ok(Object.keys(LINK_QUERIES).length + Object.keys(LINK_SHAPES).length >= 20)
  t.equal(await readCode('notes.txt', 'x'), null)
})

t.test('a relative import is a path, any other its own words', async (t) => {
  const cases: [string, string, string][] = [
    ['src/a.ts', './b.js', 'src/b'],
    ['src/x/a.ts', '../b/index.js', 'src/b'],
    ['src/a.ts', 'zod', 'zod'],
    ['pkg/a.py', '.b', 'pkg/b'],
    ['pkg/sub/a.py', '..b.c', 'pkg/b/c'],
    ['a.c', '"x.h"', 'x.h'],
  ]
  for (const [path, name, wanted] of cases) t.equal(importedModule(path, name), wanted, name)
})

t.test('the research archetype connects sources, authors and claims', async (t) => {
  const memory = new Memory({ path: ':memory:', archetype: researchArchetype })
  t.teardown(() => memory.close())
  t.same([supportArchetype.name, researchArchetype.name], ['support', 'research'])
  await memory.record({
    type: 'extract_fact',
    content: { title: 'On Tea', authors: ['Lu'], claim: 'Tea calms', stance: 'contradicts' },
  })
  const source = memory.semantic.get('source', 'On Tea')
  t.same(
    memory.relational
      .of(source?.id ?? '')
      .map(({ type }) => type)
      .sort(),
    ['authored_by', 'contradicts'],
  )
  await memory.record({
    type: 'cite',
    content: { title: 'On Cups', topics: ['tea'], cites: ['On Tea'] },
  })
  const cups = memory.semantic.get('source', 'On Cups')
  t.match(memory.relational.of(cups?.id ?? ''), [{ type: 'cites', targetId: source?.id }])
  t.ok(memory.semantic.get('topic', 'tea'))
})

t.test('the support archetype connects a ticket with who solved it', async (t) => {
  const memory = new Memory({ path: ':memory:', archetype: 'support' })
  t.teardown(() => memory.close())
  const content = { ticket: 'T-7', customer: 'Ada', issue: 'jam', resolved_by: 'Bo' }
  await memory.record({ type: 'ticket_resolved', content })
  const ticket = memory.semantic.get('ticket', 'T-7')
  t.same(
    memory.relational
      .of(ticket?.id ?? '')
      .map(({ type }) => type)
      .sort(),
    ['related_to', 'reported_by', 'resolved_by'],
  )
})
