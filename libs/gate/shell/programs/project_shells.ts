import { askAboutProgram } from '../contents/program_files.js'
import { noteProjectFiles } from '../contents/project_files.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped } from '../readers/wrapper.js'

/** `uv run CMD` and the like run the command only after this first word. */
const FIRST_WORDS: Record<string, string> = {
  uv: 'run',
  poetry: 'run',
  pipenv: 'run',
  pdm: 'run',
  hatch: 'run',
  bundle: 'exec',
  direnv: 'exec',
  asdf: 'exec',
  mise: 'exec',
}

/** Words of `uv run` and the like before the command. */
const OWN = {
  path: '--env-file --with-requirements --with-editable --project --directory --config-file',
  value: '--with -p --python --extra --group --package --index-url',
}

/** Programs that run a command in the environment of a project. */
export const project_shells: ProgramReader = {
  name: 'project_shells',
  programs: { [Object.keys(FIRST_WORDS).join(' ')]: UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args } = call
    for (const word of args) if (/\.py$/.test(word.text ?? '')) askAboutProgram(word, call)
    if (args[0]?.text === FIRST_WORDS[name])
      return inspectWrapped(call, name === 'direnv' ? { own: 1 } : OWN, args.slice(1))
    // `poetry shell` starts a shell, which reads its standard input.
    if (args[0]?.text === 'shell')
      return inspectWrapped(call, { own: args.length, shellAlone: true }, args)
    if (name === 'bundle') noteProjectFiles(call, ['Rakefile', 'Gemfile'])
    return null
  },
}
