import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mapPositions } from './map_positions.mjs'
import { openPlace } from './place.mjs'
import { readTap } from './tap_tree.mjs'

const START = fileURLToPath(new URL('./start.mjs', import.meta.url))
/** One file may take this long; a test that needs more belongs in test/long. */
export const FILE_LIMIT_MS = 180_000
/** The limit of a file in test/long. */
export const LONG_LIMIT_MS = 900_000

/**
 * Runs one test file in a process of its own, with a home and a temporary folder of its own.
 * @param path     the file, relative to the current folder
 * @param bundle   where its bundle is, or why there is none
 * @param limitMs  the process is killed after this time
 * @returns        the node of the file for `tallyFile`; never throws
 */
export async function runFile(path, bundle, limitMs = FILE_LIMIT_MS) {
  if (bundle.error !== undefined) {
    return {
      name: path,
      ok: false,
      skip: null,
      ms: 0,
      details: [bundle.error],
      comments: [],
      children: [],
    }
  }
  const place = openPlace()
  const node = await runIn(place, { path, bundle: bundle.path }, limitMs)
  const left = place.close()
  if (left.length === 0) return node
  const details = [...node.details, ...left.slice(0, 10).map((name) => `left behind: ${name}`)]
  return { ...node, ok: false, skip: null, details }
}

function runIn(place, { path, bundle }, limitMs) {
  const begun = performance.now()
  const child = spawn(process.execPath, [START, path, bundle], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...place.env, TAP_TIMEOUT: String(Math.round(limitMs / 1000)) },
  })
  const out = gather(child.stdout)
  const err = gather(child.stderr)
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs + 5_000)
  return new Promise((done) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      const ms = performance.now() - begun
      done(
        toNode(path, {
          ms,
          code,
          signal,
          out: mapped(code, out.text),
          err: mapped(code, err.text),
          limitMs,
        }),
      )
    })
  })
}

function toNode(path, { ms, code, signal, out, err, limitMs }) {
  const lines = out.split('\n')
  const children = readTap(lines)
  const none = /^1\.\.0(?: # (.*))?$/m.exec(out)
  const skip = code === 0 && children.length === 0 && none ? (none[1] ?? 'no tests found') : null
  const why =
    signal === 'SIGKILL' && ms > limitMs
      ? `killed: it took longer than ${limitMs / 1000} s`
      : `ended with ${code ?? signal}`
  const loose = lines.filter((line) => /^ *Bail out!/.test(line))
  return {
    name: path,
    ok: code === 0 && loose.length === 0,
    skip,
    ms,
    details: [why, ...loose, ...lines.slice(-5), err.slice(-4_000)].filter((line) => line !== ''),
    comments: lines.flatMap(
      (line) => /^# (?!Subtest|time=|\{|test count|failed )(.*)$/.exec(line)?.[1] ?? [],
    ),
    children,
  }
}

function mapped(code, text) {
  return code === 0 ? text : mapPositions(text)
}

function gather(stream) {
  const held = { text: '' }
  stream.setEncoding('utf8')
  stream.on('data', (text) => {
    held.text += text
  })
  return held
}
