import { addTask, chooseSession, driveHeadless } from '../drive.js'
import type { Flags } from '../options.js'
import { wire } from '../wire.js'

/** `aircoder run TASK`. @returns the exit code */
export async function runTask(text: string, flags: Flags): Promise<number> {
  const wired = await wire(flags, process.env)
  const taskId = addTask(wired, chooseSession(wired, flags, text), text)
  return driveHeadless(taskId, wired, flags)
}
