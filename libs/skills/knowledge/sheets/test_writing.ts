import type { Sheet } from '../../types/sheet.js'

export const testWriting: Sheet = {
  name: 'test_writing',
  words: ['unittest', 'pytest', 'jest', 'mock', 'fixture', 'flaky'],
  pairs: ['unit test', 'failing test', 'flaky test', 'write tests'],
  requiresTools: ['run_command'],
  rules: [
    'Write a test that fails first, then the fix.',
    'Test one behaviour, named in the title.',
    'Do not wait for times: wait for the event.',
    'Do not change the expected value to make a test pass.',
  ],
}
