import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MUTATIONS } from './siege/mutations.mjs'

// Usage: node scripts/siege_red.mjs [WORD …]: takes each fix of scripts/siege/mutations.mjs out of a copy of the last
// commit and runs its one test there. Exit 1 when a test stays green, or is red without a change.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LIMIT_MS = 4 * 60_000
/** For a test that waits for ever. */
const HANG_MS = 3 * 60_000

const words = process.argv.slice(2)
const chosen = MUTATIONS.filter(({ what }) => words.every((word) => what.includes(word)))
const copy = mkdtempSync(join(tmpdir(), 'siege-red-'))
try {
  const { status } = spawnSync('git', ['clone', '-q', '--shared', ROOT, copy], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the last commit cannot be copied')
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const mutation of chosen) console.log(`${await judge(mutation)}: ${mutation.what}`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function judge({ file, from, to, test, builds, hangs }) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) return fail(`${file} does not have the line once`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  if (builds) spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'ignore' })
  const end = await run(test, hangs ? HANG_MS : LIMIT_MS)
  writeFileSync(path, text)
  if (end === 'green') return fail(`${test} stays green`)
  return end
}

function fail(reason) {
  process.exitCode = 1
  return `NOT RED, ${reason}`
}

/** @returns red, green, or that the limit ended it */
function run(test, limitMs) {
  const child = spawn(process.execPath, ['scripts/test.mjs', '--jobs=1', test], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => {
      text += more
    })
  let late = false
  const timer = setTimeout(() => {
    late = true
    process.kill(-child.pid, 'SIGKILL')
  }, limitMs)
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer)
      if (late) resolve('red (it does not end)')
      else if (code === 0) resolve('green')
      else
        resolve(
          /\d+ passed, [1-9]\d* failed/.test(text) ? 'red' : `red (${text.slice(-200).trim()})`,
        )
    }),
  )
}
