import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

async function lookUp(t: Test, files: Record<string, string>, name: string) {
  const root = t.testdir({})
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const checked = registry.validate({ id: 'c', name: 'symbol', arguments: { name } })
  if (!checked.ok) throw new Error(checked.message)
  const workspace = openWorkspace({ root, deny: ['*.secret.ts'], env: process.env })
  return checked.tool.run(checked.input, toolContext(workspace, { resultTokens: 2_000 }))
}

const PROJECTS: Record<
  string,
  [files: Record<string, string>, expected: [string, string[], RegExp][]]
> = {
  TypeScript: [
    {
      'src/store.ts': `export interface Row { id: number }
export class Store<T> {
  #rows = new Map<number, T>()
  get(id: number): T | undefined {
    return this.#rows.get(id)
  }
  async save(row: Row): Promise<void> {
    await flush(row)
  }
}
export const LIMIT = 10
const flush = async (row: Row) => {
  if (row.id > LIMIT) throw new Error('no')
}
export default function openStore() { return new Store() }
`,
      'src/main.js': `import openStore from './store.js'
function main() {
  const store = openStore()
  store.save({ id: 1 })
}
main()
`,
    },
    [
      ['Store', ['src/store.ts:2'], /store\.ts:15/],
      ['Row', ['src/store.ts:1'], /\(in save\)|\(in Store\)/],
      ['save', ['src/store.ts:7'], /src\/main\.js:4 \(in main\)/],
      ['flush', ['src/store.ts:12'], /src\/store\.ts:8 \(in save\)/],
      ['LIMIT', ['src/store.ts:11'], /src\/store\.ts:13 \(in flush\)/],
      ['openStore', ['src/store.ts:15'], /src\/main\.js:3 \(in main\)/],
    ],
  ],
  Python: [
    {
      'app/users.py': `LIMIT = 3
class User:
    def rename(self, name):
        return check(name)

async def check(name):
    return len(name) < LIMIT
`,
    },
    [
      ['User', ['app/users.py:2'], /0 uses/],
      ['check', ['app/users.py:6'], /users\.py:4 \(in rename\)/],
      ['LIMIT', ['app/users.py:1'], /users\.py:7 \(in check\)/],
      ['User.rename', ['app/users.py:3'], /^rename: 1 definition/],
    ],
  ],
  Go: [
    {
      'main.go': `package main

type Server struct{ port int }

func (s *Server) Start() error {
	return listen(s.port)
}

func listen(port int) error { return nil }
`,
    },
    [
      ['Server', ['main.go:3'], /main\.go:5/],
      ['Start', ['main.go:5'], /0 uses/],
      ['listen', ['main.go:9'], /main\.go:6 \(in Start\)/],
    ],
  ],
  Rust: [
    {
      'src/lib.rs': `pub(crate) const MOST: usize = 3;
pub struct Pool { size: usize }
impl Pool {
    pub async fn take(&self) -> usize {
        grow(self.size)
    }
}
fn grow(size: usize) -> usize { size + MOST }
`,
    },
    [
      ['Pool', ['src/lib.rs:2', 'src/lib.rs:3'], /0 uses/],
      ['take', ['src/lib.rs:4'], /0 uses/],
      ['grow', ['src/lib.rs:8'], /lib\.rs:5 \(in take\)/],
      ['MOST', ['src/lib.rs:1'], /lib\.rs:8/],
    ],
  ],
  Java: [
    {
      'src/Bank.java': `public final class Bank {
    private static final int MOST = 3;
    public Map<String, Integer> accounts(String owner) {
        return load(owner);
    }
    static Map<String, Integer> load(String owner) {
        return new Bank().accounts(owner);
    }
}
`,
    },
    [
      ['Bank', ['src/Bank.java:1'], /Bank\.java:7 \(in load\)/],
      ['accounts', ['src/Bank.java:3'], /Bank\.java:7 \(in load\)/],
      ['load', ['src/Bank.java:6'], /Bank\.java:4 \(in accounts\)/],
    ],
  ],
  'C++': [
    {
      'shape.hpp': `#define MOST 3
class Shape {
 public:
  double area() const;
};
`,
      'shape.cpp': `#include "shape.hpp"
static double scale(double by) {
  return by * MOST;
}
double Shape::area() const {
  return scale(2);
}
`,
    },
    [
      ['Shape', ['shape.hpp:2'], /shape\.cpp:5/],
      ['area', ['shape.cpp:5'], /shape\.hpp:4/],
      ['scale', ['shape.cpp:2'], /shape\.cpp:6 \(in area\)/],
      ['MOST', ['shape.hpp:1'], /shape\.cpp:3 \(in scale\)/],
    ],
  ],
  Ruby: [
    {
      'a.rb':
        'module Tools\n  class Saw\n    def self.cut(x)\n      trim(x)\n    end\n    def trim(x) = x\n  end\nend\n',
    },
    [
      ['Saw', ['a.rb:2'], /0 uses/],
      ['cut', ['a.rb:3'], /0 uses/],
      ['trim', ['a.rb:6'], /a\.rb:4 \(in cut\)/],
    ],
  ],
}

for (const [language, [files, expected]] of Object.entries(PROJECTS))
  t.test(`row 169: definitions and callers in ${language}`, async (t) => {
    for (const [name, places, more] of expected) {
      const { text, evidence = [] } = await lookUp(t, files, name)
      const [, ...lines] = text.split('\n')
      const upTo = lines.indexOf('used in:')
      const definitions = (upTo === -1 ? lines : lines.slice(0, upTo)).map(
        (line) => /^[^:]+:\d+/.exec(line)?.[0],
      )
      t.same(definitions, places, `${name}: ${text}`)
      t.match(text, more, name)
      t.match(evidence[0], { kind: 'symbol_lookup', facts: { definitions: places.length } })
    }
  })

t.test('an unknown name, an invalid name, a denied file', async (t) => {
  const files = { 'a.ts': 'const one = 1\n', 'b.secret.ts': 'const hidden = 1\n' }
  t.match(
    (await lookUp(t, files, 'two')).text,
    /^two: 0 definitions, 0 uses.*\nNo file has this word/,
  )
  t.match(await lookUp(t, files, '+++'), { ok: false, text: /is not a name/ })
  t.match((await lookUp(t, files, 'hidden')).text, /0 definitions/)
})
