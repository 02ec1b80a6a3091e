import { inspectPacked } from '../contents/packing.js'
import { askAboutProgram } from '../contents/program_files.js'
import { inspectProjectScript, noteProjectFiles, RUNNER } from '../contents/project_files.js'
import { askAboutSource, GENERATES } from '../contents/source_files.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { known } from '../state/types.js'

const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle']
const RUBY = ['Rakefile', 'Gemfile']
/** Program -> the files that define what it runs. */
const FILES: Record<string, readonly string[]> = {
  cargo: ['build.rs', 'Cargo.toml', '.cargo/config.toml'],
  gradle: GRADLE,
  gradlew: GRADLE,
  just: ['justfile', 'Justfile', '.justfile'],
  mvn: ['pom.xml'],
  mvnw: ['pom.xml'],
  pip: ['setup.py'],
  pip3: ['setup.py'],
  rails: RUBY,
  rake: RUBY,
  task: ['Taskfile.yml', 'Taskfile.yaml'],
}

/** Build tools, and the files of the project that define what they run. */
export const build_tools: ProgramReader = {
  name: 'build_tools',
  programs: {
    'cargo mvn gradle gradlew dotnet': RUNNER,
    go: { ...RUNNER, code: '-exec -toolexec -vettool' },
    just: { operands: 'try', code: '-c --command --shell', path: '-f --justfile --dotenv-path' },
    'bazel bazelisk buck2': { ...RUNNER, code: '--run_under' },
    'flask mvnw rake rails task pip pip3': UNKNOWN_PROGRAM,
  },
  inspect(call) {
    noteProjectFiles(call, FILES[call.name] ?? [])
    inspectTasks(call)
    const words = call.args.map(({ text }) => text ?? '')
    const [first = ''] = words
    if (call.name === 'go' && first === 'env' && words.includes('-w'))
      call.walker.unsure('go env -w changes what every later go command runs')
    if (call.name === 'go' && /^(?:build|run|test|install)$/.test(first)) askAboutGoFiles(call)
    if (call.name === 'go' && first === 'run')
      for (const word of call.args) if (/\.go$/.test(word.text ?? '')) askAboutProgram(word, call)
    if (call.name === 'go' && first === 'generate') askAboutGoFiles(call, GENERATES)
    if (call.name === 'cargo' && words.some((word) => RUNS_IN_CARGO.test(word)))
      call.walker.unsure('a setting makes cargo run another program')
    if (call.name === 'cargo' && /^(?:publish|package)$/.test(first)) inspectPacked([HERE], call)
    if (/^(?:rails|flask|cargo)$/.test(call.name) && CONSOLE.test(words.slice(0, 2).join(' ')))
      call.walker.unsure(`${call.name} ${first} runs a program text`)
    if (call.name === 'dotnet' && DOTNET_TEXT.test(words.join(' ')))
      call.walker.unsure(`dotnet ${first} runs a program text`)
    if (call.name === 'rake' && words.some((word) => /^-[eEpP]|^--execute/.test(word)))
      call.walker.unsure('rake runs a program text')
    return null
  },
}

/** What just, task and rake run: every task of their file, since one may need another. */
function inspectTasks(call: Call): void {
  if (call.name === 'rake') askAboutProgram(known('Rakefile'), call)
  if (!/^(?:just|task)$/.test(call.name)) return
  for (const cwd of call.state.cwds ?? [])
    for (const file of FILES[call.name] ?? [])
      for (const line of (call.walker.disk.text(`${cwd}/${file}`) ?? '').split('\n')) {
        const command = /^[ \t]+(?:- (?:cmd: )?)?@?(.*)$/.exec(line)?.[1]
        if (command) inspectProjectScript(command, call)
      }
}

/** `rails runner 'code'`, `cargo eval 'code'`, and consoles that read their input. */
const CONSOLE = /^(?:r|runner) [^ ]*[^\w./-]|^eval \S|^(?:c|console|shell)\b/

/** `dotnet script eval 'code'`, `dotnet fsi` and `dotnet repl`, which read their input. */
const DOTNET_TEXT = /^(?:script (?:.* )?eval\b|script$|fsi(?: -\S+)*$|repl\b|csi\b)/s

const RUNS_IN_CARGO = /(?:wrapper|runner|linker|rustc|rustdoc|credential-provider)\s*=/

const MAX_GO_FOLDERS = 200

/** The directives of Go's sources, `//go:embed` and `//go:generate`, in the folder and below it. */
function askAboutGoFiles(call: Call, lines?: RegExp): void {
  const { state, walker } = call
  const folders = [...(state.cwds ?? [])]
  for (const folder of folders) {
    for (const name of walker.disk.names(folder)) {
      const path = `${folder}/${name}`
      if (name.endsWith('.go')) askAboutSource(known(path), call, lines)
      const isOwn = !/^[._]|^(?:node_modules|vendor|testdata)$/.test(name)
      if (isOwn && folders.length < MAX_GO_FOLDERS && walker.disk.kind(path) === 'folder')
        folders.push(path)
    }
  }
}
