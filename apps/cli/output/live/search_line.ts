import type { Settings } from '#core'
import { startLive } from './start_live.js'
import { createStatusLine } from './status_line.js'
import { createWaitLine, type WaitLine } from './wait_line.js'

/**
 * The line while the endpoint is searched for before a run: what it connects to and since when, then why it waits.
 * @param isLive  the stream can replace its lines
 */
export function createSearchLine(
  stream: NodeJS.WriteStream,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  isLive: boolean,
): WaitLine {
  const wait = createWaitLine(stream)
  const live = isLive ? startLive(createStatusLine(stream).status) : null
  const what = baseUrl === undefined ? 'an endpoint' : baseUrl.replace(/^https?:\/\//, '')
  live?.watch({ type: 'phase', text: `connecting to ${what}` })
  return {
    show(text) {
      live?.end()
      wait.show(text)
    },
    end() {
      live?.end()
      wait.end()
    },
  }
}
