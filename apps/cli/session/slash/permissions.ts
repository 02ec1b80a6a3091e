import type { Ledger } from '#ledger'
import { showControls } from '#terminal'
import type { SlashCommand } from '../slash_command.js'

type Receipt = ReturnType<Ledger['receipts']>[number]

export const permissions: SlashCommand = {
  name: 'permissions',
  aliases: ['approvals'],
  hint: '[revoke N]',
  help: 'list the questions of this session and your answers, or revoke one',
  group: 'look',
  isAllowedDuringTurn: true,
  run(rest, { wired: { ledger }, sessionId, print }) {
    const receipts = sessionId === undefined ? [] : ledger.receipts(sessionId)
    const [, number] = /^revoke (\d+)$/.exec(rest) ?? []
    if (number !== undefined) {
      const own = receipts.find((receipt) => receipt.number === Number(number))
      if (own !== undefined && own.decision !== 'always') return print(`${forOneCall(own)}\n`)
      if (own !== undefined && ledger.revokeAnswer(Number(number)))
        return print(`Answer ${number} is revoked.\n`)
      return print(`This session has no answer ${number} that can be revoked.\n`)
    }
    if (rest !== '') return print('Type /permissions, or /permissions revoke N.\n')
    if (receipts.length === 0) return print('No question was asked in this session yet.\n')
    print(`${showControls(receipts.map(describe).join('\n'))}\n`)
  },
}

/** A yes or a no holds for its own call, which is over. */
function forOneCall({ number, decision }: Receipt): string {
  const undo = decision === 'yes' ? ' `/undo` takes an edit back.' : ''
  return `Answer ${number} was for one call. Nothing is in force that can be revoked.${undo}`
}

function describe({ number, decision, pattern, revokedMs, what, rule }: Receipt): string {
  const covers = pattern === null ? '' : ` · covers ${pattern}`
  const end = revokedMs === null ? '' : ' · revoked'
  return `  ${number}  ${decision.padEnd(6)} ${what}${covers} (asked by ${rule})${end}`
}
