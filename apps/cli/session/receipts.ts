import type { Ledger } from '#ledger'
import { showControls } from '#terminal'

/**
 * `/permissions`: the receipts of a session, one a line; `/permissions revoke N` takes one back.
 * @returns the lines to print, each with its end
 */
export function tellReceipts(
  { ledger }: { ledger: Ledger },
  sessionId: string | undefined,
  { value }: { value: string },
): string {
  const receipts = sessionId === undefined ? [] : ledger.receipts(sessionId)
  const [, number] = /^revoke\s+(\d+)$/.exec(value.trim()) ?? []
  if (number !== undefined) {
    const own = receipts.some((receipt) => receipt.number === Number(number))
    if (own && ledger.revokeAnswer(Number(number))) return `Answer ${number} is taken back.\n`
    return `There is no answer ${number} of this session to take back.\n`
  }
  if (value.trim() !== '') return 'Type /permissions, or /permissions revoke N.\n'
  if (receipts.length === 0) return 'Nothing was asked in this session yet.\n'
  const lines = receipts.map((receipt) => {
    const { decision, pattern, revokedMs, what, rule } = receipt
    const covers = pattern === null ? '' : ` · covers ${pattern}`
    const end = revokedMs === null ? '' : ' · taken back'
    return `  ${receipt.number}  ${decision.padEnd(6)} ${what}${covers} (asked by ${rule})${end}`
  })
  return `${showControls(lines.join('\n'))}\n`
}
