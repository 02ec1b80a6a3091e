/** Small projects with a bug in `add`, one a runner. */
export const NODE = {
  'package.json': '{"name":"a","scripts":{"test":"node --test"}}\n',
  'src/add.js': 'exports.add = (a, b) => a - b\n',
  'test/add.test.js':
    "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('../src/add.js')\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3)\n})\n\ntest('adds zero', () => {\n  assert.equal(add(1, 0), 1)\n})\n",
}
export const JEST = {
  'package.json': '{"name":"a","scripts":{"test":"jest"},"devDependencies":{"jest":"^29"}}\n',
  'src/add.js': 'exports.add = (a, b) => a - b\n',
  'src/add.test.js':
    "const { add } = require('./add')\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})\n",
  'src/__snapshots__/add.test.js.snap': 'exports[`a 1`] = `3`;\n',
}
export const PYTEST = {
  'pyproject.toml':
    '[project]\nname = "a"\nversion = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'calc.py': 'def add(a, b):\n    return a - b\n',
  'tests/test_calc.py':
    'from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_zero():\n    assert add(1, 0) == 1\n',
}
export const GO = {
  'go.mod': 'module a\n\ngo 1.22\n',
  'add.go': 'package a\n\nfunc Add(a, b int) int { return a - b }\n',
  'add_test.go':
    'package a\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
}
export const CARGO = {
  'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n',
  'src/lib.rs':
    'pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n',
}
export const MAVEN = {
  'pom.xml': '<project>\n  <version>1</version>\n</project>\n',
  'src/main/java/Add.java': 'class Add {\n  static int add(int a, int b) { return a - b; }\n}\n',
  'src/test/java/AddTest.java':
    'class AddTest {\n  @Test\n  void adds() {\n    assertEquals(3, Add.add(1, 2));\n  }\n}\n',
}
const { 'pom.xml': _, ...JAVA } = MAVEN
export const GRADLE = { ...JAVA, 'build.gradle': "plugins { id 'java' }\n", gradlew: '#!/bin/sh\n' }
export const CTEST = {
  'CMakeLists.txt':
    'project(a)\nadd_library(a add.cpp)\nenable_testing()\nadd_executable(t test_add.cpp)\nadd_test(NAME t COMMAND t)\n',
  'add.cpp': 'int add(int a, int b) { return a - b; }\n',
  'test_add.cpp':
    '#include <cassert>\nint add(int, int);\nint main() {\n  assert(add(1, 2) == 3);\n}\n',
}
export const MAKE = {
  Makefile: 'CC = cc\n\ntest: build\n\tsh check.sh\n\nbuild:\n\t$(CC) -o add add.c\n',
  'add.c': 'int add(int a, int b) { return a - b; }\n',
  'check.sh': 'set -e\n./add 1 2 | grep -q 3\n',
}
export const BARE = { 'add.py': 'def add(a, b):\n    return a - b\n' }

const SHOP =
  '{\n  "name": "shop",\n  "version": "1.2.0",\n  "scripts": { "test": "node --test", "start": "node src/main.js" }\n}\n'
/** Small projects with tests and the given files. */
export const nodeWith = (more: Record<string, string>) => ({
  'package.json': SHOP,
  'src/main.js': 'import { paginate } from "./paginate.js"\nconsole.log(paginate([1], 1, 0))\n',
  'test/base.test.js':
    'import test from "node:test"\nimport assert from "node:assert"\ntest("a", () => assert.equal(1, 1))\n',
  'README.md': '# Shop\n\nA small shop.\n',
  ...more,
})
export const pytestWith = (more: Record<string, string>) => ({
  'pyproject.toml':
    '[project]\nname = "calc"\nversion = "0.1.0"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'tests/test_base.py': 'def test_a():\n    assert 1 == 1\n',
  'README.md': '# calc\n',
  ...more,
})
export const goWith = (more: Record<string, string>) => ({
  'go.mod': 'module example.com/calc\n\ngo 1.21\n',
  'calc_test.go': 'package calc\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n',
  ...more,
})
export const cargoWith = (more: Record<string, string>) => ({
  'Cargo.toml': '[package]\nname = "calc"\nversion = "0.1.0"\nedition = "2021"\n',
  'tests/base.rs': '#[test]\nfn a() { assert_eq!(1, 1); }\n',
  ...more,
})
export const makeWith = (more: Record<string, string>) => ({
  Makefile: 'test:\n\tg++ -o t test/t.cpp src/a.cpp && ./t\n',
  'test/t.cpp': '#include <cassert>\nint main() { assert(1 == 1); }\n',
  ...more,
})
