import type { Law, Row } from '../../facts/types.js'

/** Folders whose programs and modules run the tests. */
const PLACE =
  /(node_modules|site-packages|dist-packages|\.?venv\/(bin|lib)|\.cargo\/bin|\.local\/bin|\/usr\/(local\/)?(bin|lib)|\.pth(?=\s|$|["'])|\b(site|user)customize\b|(^|\s|\/)bin\/(npm|npx|node|pytest|python3?|go|cargo|make|jest|vitest|mvn|gradle|ctest|sh|bash)\b|\.m2\/|\.gradle\/|GOPATH|GOROOT)/
/** Sources that take the place of a library of tests: the folder of a project comes first on its class path. */
const LIBRARY =
  /(^|\/)(node_modules|site-packages|\.?venv)\/|(^|\/)(org\/(junit|testng|hamcrest|assertj|mockito)|junit\/framework)\//
const WRITES = /(>|\b(cp|mv|ln|tee|install|chmod|rm|sed -i|patch|dd|truncate|perl -\w*i)\b)/
/** Settings outside of the tree, and ways to hide a file from git. */
const SETTINGS =
  /\b(npm (config )?set|npm link|npm config|yarn config set|pnpm config set|go env -w|git update-index|git rm\b.*--cached|git config|pip config|cargo config)\b|\.git\/(info\/exclude|hooks|config)|(>|tee|cp|mv)\s*\S*(~|\$HOME)?\/?\.(bashrc|profile|zshrc|bash_profile|npmrc|pypirc|condarc|gitconfig)\b/
const LOCAL_PACKAGE =
  /\b(npm (i|install|add)|yarn add|pnpm add|pip3? install)\b[^;&|]*\s(file:|link:|\.\/|\.\.\/|\/tmp\/)\S/
/** A runner under another name or from another place, which package.json may not show. */
const OTHER_RUNNER =
  /\b(npm|yarn|pnpm|bun) (i|install|add)\b[^;&|]*\s@?[\w/.-]+@(npm|file|link|git\S*|https?|github):\S/
/** A program of the system under the name of a test program. */
const COPIED_PROGRAM = /(^|[;&|(]|\n)\s*(cp|ln|install)\b[^;&|\n]*\s\/(usr\/)?bin\/\w+\s/
/** Redirects that write no file. */
const QUIET = /[0-9&]?>\s*(?:&\s*[0-9-]|\/dev\/null)/g
const HARMLESS = /\bgit config (--\w+ )?user\.(name|email)\b/

const CHANGES =
  '\\b(?:cp|mv|rm|tee|sed|patch|ln|dd|copyFile\\w*|writeFile\\w*|git (?:checkout|restore|stash|reset|apply))\\b'
/** Commands that change files after they have returned. */
const LATER = new RegExp(
  `\\bcrontab\\s+-(?![lr]\\b)|\\bcrontab\\s+[^-\\s]|\\|\\s*(?:at|batch)\\b|^\\s*at\\s+(?:now|-|\\d)|\\bsystemd-run\\b|\\b(?:sleep|setTimeout|watch|inotifywait|while)\\b[\\s\\S]*${CHANGES}[\\s\\S]*[^&>]&\\s*(?:$|[^&>])`,
)
/** Other files in the place of the tests, and variables that last in the shell. */
const REPLACED =
  /\bln\s+-\w*s\w*\b[^;&|\n]*\s(\.\/)?(tests?|specs?|__tests__|node_modules)\/?\s*($|[;&|\n])|(^|[;&|]\s*)mount\s|\bexport\s+(PATH=["']?(?!(\$PWD\/|\.\/)?(node_modules\/\.bin|\.?venv\/bin)\b)(\/tmp|\.|\w|\$PWD|\$\(pwd\))|(LD_(PRELOAD|LIBRARY_PATH)|NODE_(OPTIONS|PATH)|PYTEST_\w+|PYTHON(STARTUP|OPTIMIZE|HOME)|GOFLAGS|RUSTFLAGS|CARGO_BUILD_\w+|MAVEN_(OPTS|ARGS)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAKEFLAGS|BASH_ENV|npm_config_\w+)=)/

/** A program or a package that the task itself put in the place of the runner proves nothing. */
export const plantedProgram: Law = {
  name: 'planted_program',
  judge({ rows }, { isTask }) {
    const row = isTask ? rows.find(plants) : undefined
    if (row === undefined) return null
    return {
      message: `not proven: ${row.id} changed the programs or settings that run the tests (${row.subject}). Restore them.`,
      reason: `the programs or settings that run the tests were changed (${row.id}: ${row.subject.slice(0, 80)})`,
      refuse: 1,
    }
  },
}

function plants({ kind, subject, facts }: Row): boolean {
  if (kind === 'edit_applied') return LIBRARY.test(subject)
  if (typeof facts.command !== 'string') return false
  const { command } = facts
  if (COPIED_PROGRAM.test(command) || LOCAL_PACKAGE.test(command) || OTHER_RUNNER.test(command))
    return true
  if (REPLACED.test(command) || LATER.test(command)) return true
  if (SETTINGS.test(command)) return !HARMLESS.test(command)
  let inside = typeof facts.cwd === 'string' && PLACE.test(facts.cwd)
  return command.split(/&&|\|\||;|\n/).some((part) => {
    const target = /^\s*(?:cd|pushd)\s+(\S+)/.exec(part)?.[1]
    if (target !== undefined) inside = PLACE.test(target) || (inside && !target.startsWith('..'))
    return writesInto(part) || (inside && WRITES.test(part.replace(QUIET, '')))
  })
}

/** `rm -rf node_modules` before an installation is no program of the task. */
function writesInto(part: string): boolean {
  if (/^\s*rm\s+-rf?\s+(\.\/)?node_modules\/?\s*$/.test(part)) return false
  const write = WRITES.exec(part)
  return (
    write !== null &&
    PLACE.test(part.slice(write.index)) &&
    !/2>|>\s*\/dev\/null$/.test(part.slice(write.index, write.index + 2))
  )
}
