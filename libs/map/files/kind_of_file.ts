const TEST_FOLDER = /(^|\/)(?:tests?|__tests__|specs?|testing|testdata|e2e|fixtures|__mocks__)\//i
const TEST_NAME =
  /(^|\/)(?:test[_-][^/]*|tests?|conftest|[^/]*[._-](?:test|tests|spec)s?)\.\w+$|[^/](?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|cs|php|scala|swift|groovy)$/
const ASIDE =
  /(^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|docs?|_docs?|docs_src|tutorials?|scripts?|tools|hack|contrib)\//i
const GENERATED_NAME =
  /(?:\.min\.(?:js|css|mjs|cjs)|[.-]bundle\.js|\.pb\.go|_pb2(?:_grpc)?\.py|\.g\.dart|\.freezed\.dart|\.designer\.cs|\.generated\.\w+|_generated\.\w+|\.pb\.(?:cc|h)|parser\.out|zz_generated[^/]*)$|(^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml)$/i
const VENDORED =
  /(^|\/)(?:node_modules|vendor|third_party|bower_components|\.venv|venv|site-packages|dist|\.yarn|Pods)\//

/** Whether a path is a test or belongs to one. */
export function isTest(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path)
}

/** Whether a file is beside the product: an example, a benchmark, a script, documentation. */
export function isAside(path: string): boolean {
  return ASIDE.test(path)
}

/** Whether a path says that nobody edits the file. */
export function isGeneratedPath(path: string): boolean {
  return GENERATED_NAME.test(path) || VENDORED.test(path)
}

/** How far into a file a mark of a generator may be. */
const HEAD_CHARS = 600
const GENERATED_MARK =
  /(?:@generated\b|code generated .{0,60}do not edit|auto-?generated .{0,60}do not (?:edit|modify)|this file (?:is|was) (?:automatically|auto-?)\s?generated)/i
const LONG_LINE = 400

/** Whether a text was made by a program, or is minified: its lines are long on average, or one is huge. */
export function isGenerated(text: string): boolean {
  if (GENERATED_MARK.test(text.slice(0, HEAD_CHARS))) return true
  if (text.length < 4_000) return false
  const lines = text.split('\n')
  if (text.length / lines.length > LONG_LINE) return true
  return lines.some((line) => line.length > 20_000)
}
