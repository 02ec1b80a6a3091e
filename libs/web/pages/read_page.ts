import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { LIMITS } from '#core'
import type { Page } from './to_markdown.js'

/** Identifies our worker: other code in the same bundle may start workers as well. */
const JOB = 'aircoder/read_page'
/** The worker's message after it has loaded its modules. */
const READY = 'ready'

export type PageResult = { ok: true; page: Page } | { ok: false; message: string }

/**
 * Converts a page to Markdown in a worker, so that a page that is made to be slow can be terminated and its
 * memory is limited (docs/design/permissions.md#bounds: a worker with a hard stop).
 */
export function readPage(
  { html, address }: { html: string; address: string },
  signal: AbortSignal,
  timeoutMs: number = LIMITS.webPageMs,
): Promise<PageResult> {
  const cut = html.slice(0, LIMITS.webHtmlChars)
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { job: JOB, html: cut, address },
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.webPageMiB },
    // Output of the parser must not reach the user's terminal.
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const end = (result: PageResult) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      void worker.terminate()
      resolve(result)
    }
    const fail = (reason: string) =>
      end({ ok: false, message: `the page could not be converted: ${reason}` })
    const stop = () => fail('stopped by the user')
    const late = () => fail('it takes too long')
    // On a busy machine the worker may start slowly; that time does not count for the page.
    let timer = setTimeout(late, LIMITS.webReaderMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: Page | typeof READY) => {
      if (message !== READY) return end({ ok: true, page: message })
      clearTimeout(timer)
      timer = setTimeout(late, timeoutMs)
    })
    worker.once('error', (error) => fail(error.message))
    worker.once('exit', () => fail('the worker exited'))
    if (signal.aborted) stop()
  })
}

if (!isMainThread && workerData?.job === JOB) {
  const { toMarkdown } = await import('./to_markdown.js')
  parentPort?.postMessage(READY)
  parentPort?.postMessage(toMarkdown(workerData.html, workerData.address))
}
