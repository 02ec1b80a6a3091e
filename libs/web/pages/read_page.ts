import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { LIMITS } from '#core'
import type { Page } from './to_markdown.js'

/** Marks a worker of ours among those that others may start from the same code. */
const JOB = 'aircoder/read_page'
/** What it says when it has loaded all that it needs. */
const READY = 'ready'

export type PageResult = { ok: true; page: Page } | { ok: false; message: string }

/**
 * Turns a page into Markdown beside the program: a page made to be slow is stopped hard, and its memory
 * goes with it (safety.md 5: a worker with a hard stop).
 */
export function readPage(
  html: string,
  address: string,
  signal: AbortSignal,
  timeoutMs: number = LIMITS.webPageMs,
): Promise<PageResult> {
  const cut = html.slice(0, LIMITS.webHtmlChars)
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { job: JOB, html: cut, address },
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.webPageMiB },
    // What a page talks a parser into saying is not for the person's terminal.
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
    const fail = (why: string) => end({ ok: false, message: `the page could not be read: ${why}` })
    const stop = () => fail('stopped by the user')
    const late = () => fail('it takes too long')
    // A busy machine may take a while to start the reader; the page is not to blame for that.
    let timer = setTimeout(late, LIMITS.webReaderMs)
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (said: Page | typeof READY) => {
      if (said !== READY) return end({ ok: true, page: said })
      clearTimeout(timer)
      timer = setTimeout(late, timeoutMs)
    })
    worker.once('error', (error) => fail(error.message))
    worker.once('exit', () => fail('its reader ended'))
    if (signal.aborted) stop()
  })
}

if (!isMainThread && workerData?.job === JOB) {
  const { toMarkdown } = await import('./to_markdown.js')
  parentPort?.postMessage(READY)
  parentPort?.postMessage(toMarkdown(workerData.html, workerData.address))
}
