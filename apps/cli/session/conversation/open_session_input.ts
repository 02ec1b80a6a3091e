import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Input, openInput, type Say } from '#terminal'
import { chooseForm, isDumb } from '../../answers/choose_form.js'
import type { Flags } from '../../flags/flags.js'
import { wantsColor } from '../../output/output.js'
import { openHistory } from '../line/history_file.js'

/** Opens the input of a session: the rich form where the terminal can show it and `--plain` is not given. */
export function openSessionInput(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  { say, ledger }: { say: Say; ledger?: { path: string } },
): Input {
  const { stdin, stdout } = process
  return openInput({
    input: stdin,
    output: stdout,
    terminal: true,
    isDumb: isDumb(env),
    form: chooseForm(flags, env),
    ...(ledger === undefined
      ? {}
      : { history: openHistory(join(dirname(ledger.path), 'history.jsonl')) }),
    inWords: say.part,
    color: wantsColor(flags, stdout, env),
    isPicture: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
  })
}
