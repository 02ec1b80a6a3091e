import { noteProjectFiles, RUNNER } from '../contents/project_files.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

const PYTHON = ['conftest.py', 'tox.ini', 'noxfile.py', 'pytest.ini']

/** Programs that run the tests of a project. */
export const test_runners: ProgramReader = {
  name: 'test_runners',
  programs: {
    'jest vitest mocha ava tap rspec phpunit ctest playwright cypress': RUNNER,
    'pytest tox': RUNNER,
    nox: UNKNOWN_PROGRAM,
  },
  inspect(call) {
    if (/^(?:pytest|tox|nox)$/.test(call.name)) noteProjectFiles(call, PYTHON)
    return null
  },
}
