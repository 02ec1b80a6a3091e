import type { Flags } from '../flags/flags.js'
import { addTask, chooseSession, driveHeadless } from '../run/drive.js'
import { prepare } from '../run/prepare.js'
import { wire } from '../run/wire.js'

/** `aircoder run TASK`. @returns the exit code */
export async function runTask(text: string, flags: Flags): Promise<number> {
  const wired = await wire(await prepare(flags, process.env), process.env)
  try {
    const taskId = addTask(wired, chooseSession(wired, flags, text), text)
    return await driveHeadless(taskId, wired, flags)
  } finally {
    wired.ledger.close()
  }
}
