import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openLedger } from '#ledger'

let bytes: Buffer | null = null

/**
 * Puts an empty ledger where none is: a copy of one that `openLedger` created in this process. The migrations are
 * more than half of what a new ledger costs, and a loop reads nothing of them; test/ledger creates ledgers itself.
 */
export function putEmptyLedger(path: string): void {
  if (existsSync(path)) return
  bytes ??= createOne()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
}

function createOne(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-empty-'))
  const path = join(folder, 'ledger.sqlite')
  try {
    openLedger({ path }).close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
