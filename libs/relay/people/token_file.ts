import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AircoderError, makeFolders, plainIssue, replaceFile } from '#core'
import { giveToOwner } from '../files/give_to_owner.js'
import { holdFile } from '../files/hold_file.js'
import { describeJsonError } from '../settings/json_error.js'
import { type StoredToken, StoredTokenSchema } from '../settings/person_terms.js'

const FileSchema = z.strictObject({
  version: z.literal(1),
  tokens: z.array(StoredTokenSchema),
})

/** The store's file in the state folder: `tokens.json`, 0600, replaced atomically. */
export interface TokenFile {
  path: string
  /**
   * @returns  every token, revoked ones too; none when there is no file yet
   * @throws   AircoderError PROXY_TOKENS_UNREADABLE naming the invalid entry
   */
  read(): StoredToken[]
  /**
   * Reads, changes and writes under a lock; an error of `edit` leaves the file unchanged.
   * @throws AircoderError PROXY_STATE_UNWRITABLE, PROXY_TOKENS_UNREADABLE
   */
  change(edit: (tokens: readonly StoredToken[]) => StoredToken[]): void
}

/** @param folder  the state folder; created at the first write */
export function openTokenFile(folder: string): TokenFile {
  const path = join(folder, 'tokens.json')
  return {
    path,
    read: () => readTokens(path),
    change(edit) {
      try {
        makeFolders(folder)
        const release = holdFile(join(folder, 'tokens.lock'))
        try {
          writeTokens(path, edit(readTokens(path)))
        } finally {
          release()
        }
      } catch (cause) {
        if (cause instanceof AircoderError) throw cause
        const reason = (cause as Error).message
        throw new AircoderError('PROXY_STATE_UNWRITABLE', { path: folder, reason }, { cause })
      }
    },
  }
}

function readTokens(path: string): StoredToken[] {
  let text: string
  try {
    text = readRegular(path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unreadable(path, (cause as Error).message, cause)
  }
  const parsed = FileSchema.safeParse(parse(path, text))
  if (parsed.success) return parsed.data.tokens
  const issue = parsed.error.issues[0]
  throw unreadable(path, `${issue?.path.join('.') || 'top level'}: ${plainIssue(issue)}`)
}

/** A pipe would wait for its writer, and the proxy with it. */
function readRegular(path: string): string {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(handle).isFile()) throw new Error('it is no regular file')
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not as the cause: its message quotes the file, and causes are logged.
    throw unreadable(path, describeJsonError(text))
  }
}

function unreadable(path: string, reason: string, cause?: unknown): AircoderError {
  return new AircoderError('PROXY_TOKENS_UNREADABLE', { path, reason }, { cause })
}

function writeTokens(path: string, tokens: StoredToken[]): void {
  replaceFile(path, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, {
    mode: 0o600,
    prepare: (handle) => giveToOwner(handle, path),
  })
}
