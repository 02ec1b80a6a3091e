/** Lines that a compiler, a test runner or a program prints when it fails. */
const PRINTED: readonly RegExp[] = [
  /^(?:(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]*") )?[\w.$]*[a-z](?:Error|Exception)(?:: | at |:$)/,
  /^(?:uncaught |unhandled |fatal )?(?:error|panic|fatal|exception)(?:\[\w+\])?: /i,
  /^\S+\.\w+(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)): /,
  /^(?:FAIL(?:ED|URE)?|--- FAIL|not ok|npm ERR!|Traceback \(most recent call last\))(?:[:\s]|$)/,
  /\(core dumped\)$/,
  /^(?:at |File ").+(?::\d+|, line \d+)/,
]
/** The same in the words of a person: "the tests fail". */
const SAID =
  /^(?:the |our |my |all )?(?:unit |integration )?(?:tests?|build|compilation|lint|linter|type ?checks?|CI|pipeline)(?: \w+){0,2}? (?:fails?|failed|is failing|are failing|breaks?|is broken|is red|are red)\W*$/i

/** Whether a line only reports that something failed. Alone it asks for a repair; beside a question it is what that is about. */
export function reportsError(line: string): boolean {
  const text = line.trim()
  return SAID.test(text) || PRINTED.some((form) => form.test(text))
}
