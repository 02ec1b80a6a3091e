import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import {
  type FileHandle,
  link,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AircoderError, makeFolders, systemClock } from '#core'
import { askHub, fetchFrom, type HubFile, HubRefusal } from './hub_http.js'
import { type Progress, type ProgressScreen, startProgress } from './progress.js'

/** Tries in a row that may receive nothing. */
const TRIES = 5
const PAUSE_MS = 2_000

export interface DownloadTerms {
  /** Sent to the hub only, not to the target of a redirect. */
  token: string | undefined
  screen: ProgressScreen
  /** Pause before the next try; it doubles with each try that received nothing. */
  pauseMs?: number
}

/**
 * Downloads a file once, into a `.part` beside its path. The next process resumes an interrupted download. The file
 * is checked against the hub's SHA-256, where the hub reports one, and renamed. Does nothing when the file exists.
 * @throws AircoderError DOWNLOAD_FAILED
 */
export async function downloadOnce(url: string, path: string, terms: DownloadTerms): Promise<void> {
  if (existsSync(path)) return
  try {
    makeFolders(dirname(path), 0o755)
    const unlock = await lock(`${path}.lock`)
    try {
      // The previous holder of the lock may have downloaded it.
      if (!existsSync(path)) await bring(url, path, terms)
    } finally {
      await unlock()
    }
  } catch (cause) {
    const facts = { file: basename(path), reason: reasonOf(cause) }
    throw new AircoderError('DOWNLOAD_FAILED', facts, { cause })
  }
}

async function bring(url: string, path: string, terms: DownloadTerms): Promise<void> {
  const file = await askHub(url, terms.token)
  // The name contains the version: a part of another version is never resumed.
  const version = createHash('sha256')
    .update(file.version ?? '')
    .digest('hex')
    .slice(0, 12)
  const part = `${path}.${version}.part`
  if (file.version === null) await rm(part, { force: true })
  const progress = startProgress(terms.screen, basename(path), file.size)
  await fill(url, part, file, terms, progress)
  await assertWhole(part, file, progress)
  await rename(part, path)
  progress.end('downloaded')
}

/** Appends until the part has its full size. */
async function fill(
  url: string,
  part: string,
  { size }: HubFile,
  { token, pauseMs = PAUSE_MS }: DownloadTerms,
  progress: Progress,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const had = await sizeOf(part)
    if (size !== null && had === size) return
    let failure = 'the connection ended early'
    try {
      await append(url, token, part, size !== null && had > size ? 0 : had, progress)
      if (size === null) return
    } catch (error) {
      if (error instanceof HubRefusal || error instanceof DiskError) throw error
      failure = reasonOf(error)
    }
    if ((await sizeOf(part)) > had) tries = 0
    if (tries >= TRIES) throw new Error(`${failure}; ${TRIES} tries in a row received nothing`)
    await systemClock.sleep(pauseMs * 2 ** tries)
  }
}

async function append(
  url: string,
  token: string | undefined,
  part: string,
  had: number,
  progress: Progress,
): Promise<void> {
  const { resumed, pieces } = await fetchFrom(url, token, had)
  const file = await onDisk(open(part, resumed ? 'a' : 'w'))
  try {
    let at = resumed ? had : 0
    for await (const piece of pieces) {
      await onDisk(writeAll(file, piece))
      at += piece.length
      progress.at(at)
    }
    await onDisk(file.sync())
  } finally {
    await file.close()
  }
}

async function assertWhole(part: string, { sha256 }: HubFile, progress: Progress): Promise<void> {
  const hash = createHash('sha256')
  let first: Buffer | null = null
  for await (const chunk of createReadStream(part) as AsyncIterable<Buffer>) {
    first ??= chunk.subarray(0, 4)
    if (sha256 === null) break
    hash.update(chunk)
  }
  const isModel = first?.toString('latin1') === 'GGUF'
  if (isModel && (sha256 === null || hash.digest('hex') === sha256)) return
  progress.end('the file is invalid')
  await rm(part, { force: true })
  throw new Error(
    isModel
      ? 'its SHA-256 differs from the one of the hub'
      : 'the downloaded file is not a GGUF file',
  )
}

/** An error of the local disk: another try would fail, too. */
class DiskError extends Error {}

function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause) => {
    throw new DiskError((cause as Error).message, { cause })
  })
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
}

async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0
}

/** Two proxies may share a state folder: one downloads, the other fails with a message. */
async function lock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${process.pid}`
  await writeFile(mine, String(process.pid))
  try {
    for (;;) {
      // A link appears with its content, so a lock is never read without its owner.
      const taken = await link(mine, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (taken) return () => rm(path, { force: true })
      const pid = Number(await readFile(path, 'utf8').catch(() => '0'))
      if (pid > 0 && isAlive(pid))
        throw new Error(`process ${pid} is already downloading it (if not, remove ${path})`)
      await rm(path, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The cause of an error of fetch has the reason.
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
