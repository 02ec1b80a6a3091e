import { writeSync } from 'node:fs'

// Loaded before a marked build: each mark is a byte on descriptor 3, written before the mark returns.
// At the mark aimed at, the program waits until the test has killed it.

const { mark, nth, holdMs } = JSON.parse(process.env.CRASH_AIM)
const still = new Int32Array(new SharedArrayBuffer(4))
let seen = 0

globalThis.crashMark = (name) => {
  writeSync(3, name)
  if (name !== mark) return
  seen += 1
  if (seen === nth) Atomics.wait(still, 0, 0, holdMs)
}
