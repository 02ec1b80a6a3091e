import { isBalanced } from './balance.js'

/** Lines that were inserted into the old text at one place. */
interface Hunk {
  lines: string[]
  /** The old line before it. */
  previous: string
  /** Whether the old line before it is indented or opens a block. */
  inBlock: boolean
}

/** Words with which a test is skipped, filtered, ended or made to pass. */
const HAZARD =
  /\b[sS]kip\w*\b|^\s*del\s+\w|\bdelattr\s*\(|go:build|\+build |\bNDEBUG\b|\.only\b|\b(x|f)(it|describe|test|context)\s*\(|\bxfail\b|expectedFailure|#\[ignore|@(Disabled|Ignore)\b|\bpending\s*\(|_exit\b|\b(sys|process|os|System|std::process|std|quit)(\.|::)_?[eE]xit\b|(^|[^.\w])_?exit\s*\(|process\.(on|exitCode|reallyExit|kill)|\batexit\b|SystemExit|TestMain|\bfunc init\s*\(|sys\.modules|\bbuiltins\b|\bsetattr\s*\(|__eq__|\.prototype\b|globalThis|\bglobal\.\w+\s*=|require\.cache|defineProperty|Object\.assign\(|#\s*if\s+0|pytest_plugins|collect_ignore|pytestmark|load_tests|__test__|(?<!(const|let|var|import) )(?<![.\w])(assert|expect|chai|should)(\.\w+)*\s*=[^=>]|\b(jest|vi)\.mock\b|mock\.module|\bassumeTrue\b|\bassume\b|-DskipTests|\bjest\.(setTimeout|retryTimes)|\bbail\b|--grep|\bsuppress\b|except:\s*pass|catch\s*\(?\w*\)?\s*\{\s*\}|expect\.extend\b|\badd(EqualityTesters|SnapshotSerializer)\b|\bchai\.use\b|\bglobals\(\)\s*[.[]|\bvars\([^)]*\)\[|__dict__\[|__code__|@(Disabled|Enabled)\w+|parametrize\([^)]*,\s*\[\s*\]|\|\|\s*true|;\s*true\b|cfg\(any\(\)\)|\breturn\s+0\b.*main/
const COMMENT = /^\s*(\/\/(?!go:| \+build|\s*@ts-)|#(?!\[|if|include|define)|--|\*|\/\*.*\*\/\s*$)/
const TEST_START =
  /^\s*(@\w|#\[(tokio::)?test|(async )?(it|test|describe|context|specify|t\.test|suite|Deno\.test|Benchmark)\b[.\w]*\s*[(`]|(async )?def test|class \w*Test|class Test|(public |private |protected )?(static )?void \w+\s*\(|fn \w+|func (Test|Benchmark|Example|Fuzz)\w*\(|TEST(_F|_P|_CASE)?\s*\(|SCENARIO|add_test|@Test|it\s+["']|describe\s+["']|context\s+["']|@test\s)/
const ASSERTION =
  /^\s*(await |yield )?(assert\w*|expect|should|require|self\.assert\w+|t\.(is|equal|same|ok|not|match|throws|truthy|Error\w*|Fatal\w*)|EXPECT_\w+|ASSERT_\w+|CHECK|REQUIRE|assert\w*!|Assert\w*|Assertions|chai|\[|test|grep|if .*(t\.(Error|Fatal)))/
const IMPORT =
  /^\s*(import\b|from\b|use\b|#include|using\b|(const|let|var)\b.*\brequire\(|.*\bawait import\()/
const BLOCK_HAZARD =
  /\b(return|break|continue|throw|raise|try|catch|except|finally|if|for|while|else|goto|mock|patch|stub|spy)\b/
/** A part of the program, or of a library, gets another value. */
const REPLACES = /^(?:[A-Za-z_]\w*|\w+\([^)]*\))(?:\.\w+|\[[^\]]+\])+\s*=[^=>]/
const ANNOTATION = /^\s*(?:@\w|#\[)/
/** What runs before or around every test of a file. */
const HOOK =
  /^(?:\w+\.)?(?:before|beforeEach|beforeAll|setup|suiteSetup)\s*\(|autouse\s*=\s*True|^\s*def (?:setUp\w*|setup_\w+)\s*\(|^\s*@Before\w*/
const SWAPS =
  /\b(?:mock|patch|stub|spyOn|setattr|replaceProperty|mockStatic)\w*\b|^\s+(?!this\.|self\.)[\w.]*\w(?:\([^)]*\))?(?:\.\w+|\[[^\]]+\])\s*=[^=>]/

/** A line that replaces a part of the program for every test of a file. */
function hookIn(code: readonly string[]): string | undefined {
  const at = code.findIndex((line) => HOOK.test(line))
  return at === -1 ? undefined : code.slice(at).find((line) => SWAPS.test(line))
}

/**
 * Why a newer text of a test may prove less than the older one; null when it only adds tests. Every old line has
 * to stay, in its order and with its indentation, and what is added has to be whole tests or assertions.
 */
export function whyWeaker(before: string, after: string): string | null {
  const old = significant(before)
  const fresh = significant(after)
  const hunks: Hunk[] = []
  let at = 0
  let lines: string[] = []
  const imports: string[] = []
  const close = () => {
    if (lines.length > 0)
      hunks.push({ lines, previous: old[at - 1] ?? '', inBlock: isInBlock(old, at) })
    lines = []
  }
  for (const line of fresh) {
    const expected = old[at]
    if (expected !== undefined && line === expected) {
      close()
      at += 1
    } else if (expected !== undefined && widensImport(expected, line)) {
      close()
      imports.push(line)
      at += 1
    } else lines.push(line)
  }
  const missing = old[at]
  if (missing !== undefined) return `a line is removed or changed: ${short(missing)}`
  close()
  for (const hunk of hunks) {
    const why = whyHunk(hunk, before)
    if (why !== null) return why
  }
  return null
}

/** Why a new test file can change what other tests do; null when it only has tests of its own. */
export function whyHarmful(text: string): string | null {
  const bad = text.split('\n').find((line) => !COMMENT.test(line) && HAZARD.test(line))
  if (bad !== undefined) return `it has ${short(bad)}`
  const patch = text.split('\n').find((line) => REPLACES.test(line)) ?? hookIn(text.split('\n'))
  return patch === undefined ? null : `it replaces a part of the program: ${short(patch)}`
}

function whyHunk({ lines, previous, inBlock }: Hunk, before: string): string | null {
  const code = lines.filter((line) => !COMMENT.test(line))
  if (code.length === 0) return isBalanced(lines.join('\n')) ? null : 'an open comment is added'
  const bad = code.find((line) => HAZARD.test(line))
  if (bad !== undefined) return `this is added: ${short(bad)}`
  const patch = code.find((line) => REPLACES.test(line)) ?? hookIn(code)
  if (patch !== undefined) return `it replaces a part of the program: ${short(patch)}`
  if (!isBalanced(lines.join('\n'))) return `an unfinished block is added: ${short(code[0] ?? '')}`
  const last = code.at(-1) ?? ''
  // Between two tests the annotation of the second one can look like the one that was there.
  if (ANNOTATION.test(last) && last !== previous) return `an annotation is added: ${short(last)}`
  const again = code.flatMap(definitions).find((name) => hasWord(before, name))
  if (again !== undefined) return `${again} is defined again`
  const first = code.find((line) => !IMPORT.test(line)) ?? ''
  if (!inBlock || first === '' || TEST_START.test(first)) return null
  const strange = code.find(
    (line) =>
      !ASSERTION.test(line) &&
      (BLOCK_HAZARD.test(line) || !/^\s+(const|let|var|\w+\s*:?=|\w+[\w.]*\(|[)}\]])/.test(line)),
  )
  return strange === undefined ? null : `this is added to a test: ${short(strange)}`
}

/** Names that a line defines for its whole file. */
function definitions(line: string): string[] {
  const top =
    /^(?:export )?(?:async )?(?:function\*?|class|const|let|var|def|func|fn|type|struct|enum|#define|static)\s+(\w+)/.exec(
      line,
    )
  const assigned = /^(\w+)\s*(?::[^=]+)?=[^=]/.exec(line)
  const imported = /^(?:from\s+\S+\s+)?import\s+(.+)$/.exec(line)
  const method = /^\s+(?:async )?(?:def|public void|void)\s+(\w+)/.exec(line)
  const title = /^\s*(?:it|test|describe)\s*\(\s*(['"`].+?['"`])/.exec(line)
  const names: string[] = imported?.[1]?.replace(/\bfrom\b.*$/, '').match(/\w+/g) ?? []
  return [top?.[1], assigned?.[1], method?.[1], title?.[1], ...names].filter(
    (name): name is string => name !== undefined && !/^(as|type|from|self)$/.test(name),
  )
}

/** The same import with more names. */
function widensImport(old: string, fresh: string): boolean {
  if (!IMPORT.test(old) || !IMPORT.test(fresh)) return false
  const words: string[] = old.match(/[\w./@-]+/g) ?? []
  const more = new Set(fresh.match(/[\w./@-]+/g) ?? [])
  const added = [...more].filter((word) => !words.includes(word))
  return words.every((word) => more.has(word)) && !added.some((word) => /^as$|[./@]/.test(word))
}

function isInBlock(old: readonly string[], at: number): boolean {
  const before = old[at - 1] ?? ''
  const after = old[at] ?? ''
  return /^\s/.test(after) || (/^\s/.test(before) && after !== '' && /^\s|^[)}\]]/.test(after))
}

function significant(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

function hasWord(text: string, name: string): boolean {
  if (/\W/.test(name)) return text.includes(name)
  return new RegExp(`\\b${name}\\b`).test(text)
}

function short(line: string): string {
  const text = line.trim()
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
