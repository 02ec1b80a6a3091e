import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'

/** Writes what a bench measured, with the machine, to a JSON file. A bench that is stopped leaves the last whole one. */
export function writeResult(path, bench, result) {
  mkdirSync(dirname(path), { recursive: true })
  const text = JSON.stringify({ bench, machine: describeMachine(), result }, null, 2)
  writeFileSync(`${path}.part`, `${text}\n`)
  renameSync(`${path}.part`, path)
}

function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  }
}
