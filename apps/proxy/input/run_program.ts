import { execFile } from 'node:child_process'
import type { RunProgram } from '#box'

/** systemctl and nvidia-smi answer quickly, or hang for ever with a broken driver. */
const LIMIT_MS = 20_000
const OUTPUT_BYTES = 1_048_576

/** Runs a program of the box to its end, without a shell; the only place here that starts one. */
export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    const options = { timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES, encoding: 'utf8' } as const
    execFile(program, args, options, (error, stdout, stderr) => {
      // A number is the exit code; a string such as ENOENT means that it did not start.
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, output: stdout + stderr })
      else resolve(null)
    })
  })
