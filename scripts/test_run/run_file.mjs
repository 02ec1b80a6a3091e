import { mapPositions } from './map_positions.mjs'
import { openPlace } from './place.mjs'
import { readTap } from './tap_tree.mjs'

/** It ends a file that hangs. On a busy machine a file of 40 s was seen to need four minutes. */
export const FILE_LIMIT_MS = 600_000
/** The limit of a file in test/long. */
export const LONG_LIMIT_MS = 900_000
/** The limit of any file in `npm run siege`. */
export const SIEGE_LIMIT_MS = 6 * 3_600_000

/**
 * Runs one test file in a process that may have run others, with a home and a temporary folder of its own.
 * @param runner   from `openRunner`
 * @param path     the file, relative to the current folder
 * @param bundle   where its bundle is, or why there is none
 * @param limitMs  the process is killed after this time
 * @returns        the node of the file for `tallyFile`; never throws
 */
export async function runFile(runner, { path, bundle, limitMs }) {
  const begun = performance.now()
  if (bundle.error !== undefined) return toFailed(path, 0, [bundle.error])
  const place = openPlace()
  const env = { ...place.env, TAP_TIMEOUT: String(Math.round(limitMs / 1000)) }
  const ended = await runner.run({ file: path, bundle: bundle.path, env, limitMs })
  const reported = toNode(path, { ...ended, ms: performance.now() - begun, limitMs })
  const node = { ...reported, processorMs: ended.processorMs }
  const left = place.close()
  if (left.length === 0) return node
  const details = [...node.details, ...left.slice(0, 10).map((name) => `left behind: ${name}`)]
  return { ...node, ok: false, skip: null, details }
}

function toNode(path, { ms, code, signal, out, err, limitMs }) {
  const found = readTap(out.split('\n')).find(({ name }) => name === path)
  if (found?.ok) return { ...found, ms }
  const text = mapPositions(out)
  if (found !== undefined) {
    const [mapped] = readTap(text.split('\n')).filter(({ name }) => name === path)
    return { ...mapped, ms, details: [...mapped.details, ...lastOf(mapPositions(err))] }
  }
  const why =
    signal === 'SIGKILL' && ms > limitMs
      ? `killed: it took longer than ${limitMs / 1000} s`
      : `ended with ${code ?? signal}`
  // What was whole before the end still counts: the lines of the file are its tests.
  const lines = text.split('\n')
  const inner = lines.filter((line) => line.startsWith('    ')).map((line) => line.slice(4))
  const loose = lines.filter((line) => /^ *Bail out!/.test(line))
  const details = [why, ...loose, ...lines.slice(-5), ...lastOf(mapPositions(err))]
  return { ...toFailed(path, ms, details), children: readTap(inner) }
}

function toFailed(name, ms, details) {
  const kept = details.filter((line) => line !== '')
  return { name, ok: false, skip: null, ms, details: kept, comments: [], children: [] }
}

function lastOf(err) {
  return err === '' ? [] : [err.slice(-4_000)]
}
