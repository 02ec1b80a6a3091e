import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { noteProjectFiles, RUNNER } from '../readers/project_files.js'

const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle']
const RUBY = ['Rakefile', 'Gemfile']
/** Program -> the files that define what it runs. */
const FILES: Record<string, readonly string[]> = {
  cargo: ['build.rs', 'Cargo.toml', '.cargo/config.toml'],
  cmake: ['CMakeLists.txt'],
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
    'cargo go mvn gradle gradlew dotnet': RUNNER,
    'mvnw just rake rails task cmake pip pip3': UNKNOWN_PROGRAM,
  },
  inspect(call) {
    noteProjectFiles(call, FILES[call.name] ?? [])
    return null
  },
}
