import { AT_SHELL } from '../screens.mjs'

export const title = 'Wrong words on the command line'
export const intro = 'Each is one error with the right form, and exit code 2. None starts a model.'

const COMMANDS = [
  ['mistypes an option', 'aircoder --modle scripted-7b', /no option --modle[\s\S]*--model/],
  ['mistypes a command', 'aircoder rum "fix the test"', /no command rum[\s\S]*run/],
  ['mistypes a command without more words', 'aircoder sesions', /sessions/],
  ['mistypes an action', 'aircoder sessions lst', /list/],
  ['mistypes an action of the ledger', 'aircoder ledger serach price', /search/],
  [
    'puts an option of a run in front of another command',
    'aircoder --permission-mode plan ledger tasks',
    /permission-mode/,
  ],
  [
    'puts a mistyped mode in front of run',
    'aircoder --permission-mode acceptEdit run "fix it"',
    /Did you mean acceptEdits/,
  ],
  [
    'allows a tool that does not exist',
    'aircoder run "fix it" --allow "run_comand:npm test"',
    /run_command/,
  ],
  ['forgets the task', 'aircoder run', /task/],
  [
    'leaves the scheme of the address away',
    'aircoder -p hi --base-url localhost:9000',
    /http:\/\/localhost:9000/,
  ],
  ['forgets the value of an option', 'aircoder -p hi --model', /--model/],
  ['gives a number in words', 'aircoder run "fix it" --max-steps few', /whole number/],
  [
    'gives a duration without a unit that exists',
    'aircoder run "fix it" --wait 5minutes',
    /duration/,
  ],
  ['names a folder that does not exist', 'aircoder --cwd ../shopp', /not a folder/],
  ['names a data folder that is a file', 'aircoder -p hi --data-dir README.md', /README\.md/],
  ['adds a file to verify', 'aircoder ledger verify README.md', /does not use the word/],
  ['asks for a session that does not exist', 'aircoder sessions show s_nothing', /no|No/],
  ['resumes where nothing was started', 'aircoder resume', /no interrupted task/],
  ['undoes where nothing was done', 'aircoder undo', /./],
  ['reads a ledger that is not there yet', 'aircoder ledger tasks', /./],
  ['asks for a session without a terminal', 'aircoder </dev/null', /no terminal/],
  ['asks for JSON in a session', 'aircoder --output-format json', /-p \\?"TASK/],
  ['mistypes a setting', 'AIRCODER_PERMISSION_MODE=acceptedits aircoder -p hi', /acceptEdits/],
  ['mistypes a command of the proxy', 'aircoder-proxy tokn add ada', /token/],
  ['mistypes an option of the proxy', 'aircoder-proxy serve --prot 9', /--port/],
  ['gives a port in words', 'aircoder-proxy serve --port nine', /port/],
  [
    'names an engine that does not exist',
    'aircoder-proxy serve --engine olama --insecure-loopback',
    /ollama/,
  ],
  ['reads only the first lines of the help', 'aircoder --help | head -n 3', /Usage/],
]

export async function play({ act, first }) {
  for (const [what, words, pattern] of COMMANDS)
    await act(what, async () => {
      await first.enter(words)
      await first.sees(AT_SHELL)
      await first.sees(pattern)
    })
}
