import { NODE } from './projects.js'

/** Two tests, two functions, three and six lines. */
export const COUNTED = {
  ...NODE,
  'calc.js':
    'export function add(a, b) {\n  return a - b\n}\nexport function mul(a, b) {\n  return a * b\n}\n',
  'calc.test.js':
    "import test from 'node:test'\ntest('add', () => equal(add(2, 3), 5))\ntest('mul', () => equal(mul(2, 3), 6))\n",
}
const TESTS = 'how many tests are in calc.test.js?'
/** Numbers that no row holds and that count nothing in it. */
export const FALSE_COUNTS = [
  [TESTS, 'There are 7 tests in calc.test.js.'],
  [TESTS, 'There are 5 tests in calc.test.js.'],
  [TESTS, 'calc.test.js has seven tests.'],
  [TESTS, 'There are three unit tests in calc.test.js.'],
  [TESTS, '7'],
  ['wie viele Tests sind in calc.test.js?', 'Es gibt sieben Tests in calc.test.js.'],
  ['combien de tests dans calc.test.js ?', 'Il y a 7 tests dans calc.test.js.'],
  ['¿cuántas pruebas hay en calc.test.js?', 'Hay siete pruebas en calc.test.js.'],
  ['calc.test.js 里有多少个测试？', 'calc.test.js 有 7 个测试。'],
  ['calc.test.js 里有多少个测试？', 'calc.test.js 有七个测试。'],
  ['how many functions does calc.js have?', 'calc.js has 4 functions.'],
  ['how many lines does calc.js have?', 'calc.js has 9 lines.'],
  ['what does mul return?', 'mul returns 9.'],
] as const
/** Numbers that a program finds by counting. */
export const TRUE_COUNTS = [
  [TESTS, 'There are 2 tests in calc.test.js.'],
  [TESTS, 'There are two tests in calc.test.js.'],
  ['wie viele Tests sind in calc.test.js?', 'Es gibt zwei Tests in calc.test.js.'],
  ['calc.test.js 里有多少个测试？', 'calc.test.js 有 2 个测试。'],
  ['how many functions does calc.js have?', 'calc.js has 2 functions.'],
  ['how many lines does calc.js have?', 'calc.js has 6 lines.'],
] as const
