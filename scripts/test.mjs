import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { tallyFile } from './tap_tally.mjs'
import { readTap } from './tap_tree.mjs'

// Usage: node scripts/test.mjs [file or folder …]; without any, every test/**/*.test.ts.
// One line a file, all that is known about a failure, then the sum alone on the last line.

const asked = process.argv.slice(2)
const tallies = []
const strays = []
const files = (asked.length > 0 ? asked : ['test']).flatMap(testsIn).sort()

const exit = files.length === 0 ? 0 : await runTap(files)
process.exitCode = printSum(exit)

function testsIn(path) {
  if (!existsSync(path)) {
    strays.push({ at: path, text: 'there is no such file' })
    return []
  }
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => name !== 'fixtures' && name !== 'node_modules')
  return names.flatMap((name) => {
    const inner = join(path, name)
    if (statSync(inner).isDirectory()) return testsIn(inner)
    return inner.endsWith('.test.ts') ? [inner] : []
  })
}

/** Runs tap on the files and prints each as it ends; gives tap's own exit status. */
async function runTap(names) {
  const require = createRequire(import.meta.url)
  const program = join(
    dirname(require.resolve('tap/package.json')),
    require('tap/package.json').bin.tap,
  )
  const child = spawn(process.execPath, [program, 'run', '--reporter=tap', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  let lines = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    // A file is whole when the next one begins; its details come after its closing point.
    if (!/^# Subtest: /.test(line)) continue
    takeFiles(lines.slice(0, -1))
    lines = [line]
  }
  takeFiles(lines)
  return ended
}

function takeFiles(lines) {
  for (const line of lines)
    if (/^ *Bail out!/.test(line)) strays.push({ at: 'tap', text: line.trim() })
  for (const node of readTap(lines)) {
    if (node.children === null && node.skip === null) {
      if (!node.ok) strays.push({ at: 'tap', text: [node.name, ...node.details].join('\n') })
      continue
    }
    const tally = tallyFile(node)
    tallies.push(tally)
    printFile(tally)
  }
}

function printFile({ name, ms, passed, faults, comments }) {
  const word = faults.length > 0 ? 'not ok' : 'ok    '
  const count = faults.length > 0 ? `${passed} passed, ${faults.length} failed` : `${passed}`
  console.log(`${word} ${(ms / 1000).toFixed(1).padStart(6)} s  ${name} (${count})`)
  for (const comment of comments) console.log(`         # ${comment}`)
  for (const fault of faults) printFault(fault)
}

function printFault({ at, text }) {
  console.log(`  ✗ ${at}\n${text.replace(/^/gm, '      ')}`)
}

/** Prints what was skipped and the sum; gives the exit status of the run. */
function printSum(exit) {
  const reported = new Set(tallies.map(({ name }) => resolve(name)))
  for (const name of files.filter((name) => !reported.has(resolve(name)))) {
    strays.push({ at: name, text: 'never reported: it was not run, or it was cut off' })
  }
  const passed = sum(tallies.map((tally) => tally.passed))
  const failedInFiles = sum(tallies.map((tally) => tally.faults.length))
  if (failedInFiles + strays.length === 0 && exit !== 0) {
    strays.push({ at: 'tap', text: `tap itself ended with ${exit}` })
  }
  if (files.length === 0) strays.push({ at: 'test', text: 'there is nothing to run' })
  for (const stray of strays) printFault(stray)

  const skips = tallies.flatMap((tally) => tally.skips)
  if (skips.length > 0) console.log('\nSkipped:')
  for (const { at, reason } of skips) console.log(`  ${at}: ${reason}`)
  const red = tallies.filter((tally) => tally.faults.length > 0).map(({ name }) => name)
  const failing = [...red, ...strays.map(({ at }) => at)]
  if (failing.length > 0) console.log('\nFailed:')
  for (const name of failing) console.log(`  ${name}`)

  const failed = failedInFiles + strays.length
  console.log(`\n${passed} passed, ${failed} failed, ${skips.length} skipped`)
  return failed > 0 ? 1 : 0
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
