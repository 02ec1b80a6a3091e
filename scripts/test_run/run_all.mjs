import { openRunner } from './open_runner.mjs'
import { openPlace } from './place.mjs'
import { runFile } from './run_file.mjs'

/** Tests that kill, that take long or that measure themselves have a process of their own. */
const ALONE = /^test\/(?:long|crash)\//

/**
 * Runs test files in a few processes at a time; a process goes on with files of the same folder.
 * @param names    the files, the slowest first
 * @param options  jobs: how many processes; bundleOf(name), limitOf(name); report(node) after each file
 * @returns        what went wrong at the end of a process: [{ at, text }]
 */
export async function runAll(names, { jobs, bundleOf, limitOf, report }) {
  const queue = [...names]
  const failures = []
  const work = async () => {
    let held = null
    let last = ''
    const close = async () => {
      const { runner, place, files, red } = held
      held = null
      const text = await runner.end()
      place.close()
      if (text !== null && !red) failures.push({ at: `the process of ${files.join(', ')}`, text })
    }
    for (let name = take(queue, last); name !== undefined; name = take(queue, last)) {
      if (held !== null && (ALONE.test(name) || held.runner.full())) await close()
      held ??= open(limitOf(name))
      const node = await runFile(held.runner, {
        path: name,
        bundle: bundleOf(name),
        limitMs: limitOf(name),
      })
      held.files.push(name)
      held.red ||= !node.ok
      report(node)
      if (ALONE.test(name)) await close()
      last = folderOf(name)
    }
    if (held !== null) await close()
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return failures
}

function open(limitMs) {
  const place = openPlace()
  const env = { ...place.env, TAP_TIMEOUT: String(Math.round(limitMs / 1000)) }
  return { runner: openRunner(env), place, files: [], red: false }
}

function take(queue, folder) {
  const same = queue.findIndex((name) => folderOf(name) === folder)
  return queue.splice(Math.max(same, 0), 1)[0]
}

function folderOf(name) {
  return name.slice(0, name.lastIndexOf('/'))
}
