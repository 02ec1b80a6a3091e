import { countNoun, nameFirst } from '#core'
import { makeCommit, planCommit } from '#supervisor'
import { showControls } from '#terminal'
import { YES_NO } from '../../answers/ask_choice.js'
import { openRestore } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

const NAMED = 12

export const commit: SlashCommand = {
  name: 'commit',
  hint: '[MESSAGE]',
  help: 'commit with git what the last task changed, and nothing else',
  group: 'changes',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    const { wired, print, ask, during } = context
    const task = openRestore(context)
    if (task === null) return
    const planned = await during((signal) => planCommit(task.id, wired.deps, signal))
    if (typeof planned === 'string') return print(`${showControls(planned)}\n`)
    const message = rest === '' ? planned.message : rest
    const paths = planned.files.map(({ path }) => path)
    print(`${showControls(`${countNoun(paths.length, 'file')}: ${nameFirst(paths, NAMED)}`)}\n`)
    if (planned.left.length > 0)
      print(`${showControls(`left out: ${nameFirst(planned.left, NAMED)}`)}\n`)
    print(`${showControls(`message: ${message}`)}\n`)
    const answer = await ask({ prompt: 'commit? y = yes · n = no: ', choices: YES_NO })
    if (answer !== 'y') return print('Nothing was committed.\n')
    // A hook can take minutes. git removes its lock when it is interrupted, and not when it is killed.
    const end = await during((signal) => makeCommit(planned, message, wired.deps, signal))
    print(`${showControls(end)}\n`)
  },
}
