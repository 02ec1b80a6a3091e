import { showControls } from '#terminal'
import { queueLine } from '../../desk/queue_line.js'
import { readRuleLine } from '../../desk/rule_sign.js'
import { saveDuringTurn } from '../rule_line.js'
import { slashContext } from '../slash_context.js'
import { runDuringTurn } from '../slash_lines.js'
import type { Talk } from '../talk.js'
import { readShellLine, runShellLine } from './shell_line.js'

/** Handles a line that was typed while a turn runs. @returns whether it is queued for the model */
export function takeDuringTurn(line: string, talk: Talk): boolean {
  const { input, interrupts } = talk
  if (interrupts.turn === null) return true
  const echo = () => input.print(`> ${showControls(input.collapse(line.trim()))}\n`)
  const rule = readRuleLine(line)
  if (rule !== null) {
    echo()
    saveDuringTurn(rule, slashContext(talk))
    return false
  }
  const shell = readShellLine(line)
  if (shell !== null) {
    echo()
    void runShellLine(shell, talk)
    return false
  }
  if (runDuringTurn(line, slashContext(talk), echo)) return false
  return queueLine(line, input.print, input.form === 'rich')
}
