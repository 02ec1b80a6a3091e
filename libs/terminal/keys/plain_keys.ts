import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Pastes } from './pastes.js'

/** The part of a terminal's input that readline uses. */
export type KeySource = NodeJS.ReadableStream & { setRawMode?(on: boolean): unknown }

/** How long the beginning of a paste's mark waits for its rest: longer than a read takes, too short to see. */
const HOLD_MS = 20

/**
 * The keys of a terminal, with each paste as text without line ends. `close` gives the source back, with the keys
 * that were typed ahead: the next reader gets them first.
 */
export function openKeys(
  source: KeySource,
  pastes: Pastes,
): { keys: PassThrough; close(ahead: string): void } {
  const keys = new PassThrough()
  if (source.setRawMode !== undefined)
    Object.assign(keys, { isTTY: true, setRawMode: (on: boolean) => source.setRawMode?.(on) })
  const decoder = new StringDecoder('utf8')
  let timer: NodeJS.Timeout | undefined
  const pass = (text: string) => {
    if (text !== '') keys.write(text)
  }
  const onData = (chunk: Buffer | string) => {
    clearTimeout(timer)
    pass(pastes.push(typeof chunk === 'string' ? chunk : decoder.write(chunk)))
    timer = setTimeout(() => pass(pastes.flush()), HOLD_MS)
  }
  const onEnd = () => {
    clearTimeout(timer)
    pass(pastes.flush())
    keys.end()
  }
  source.on('data', onData)
  source.on('end', onEnd)
  // A source that an earlier reader gave back is paused, and a listener alone does not start it again.
  source.resume()
  return {
    keys,
    close(ahead) {
      clearTimeout(timer)
      source.off('data', onData)
      source.off('end', onEnd)
      source.pause()
      const text = ahead + pastes.rest()
      if (text !== '' && source.readable) source.unshift(Buffer.from(text))
    },
  }
}
