/** The output for progress, e.g. process.stderr. */
export interface ProgressScreen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** The progress line of a download. */
export interface Progress {
  at(bytes: number): void
  end(text: string): void
}

const MIB = 1_048_576
const BAR_CHARS = 24
const REDRAW_MS = 200

/**
 * Redraws one line on a terminal; elsewhere, e.g. in a journal, writes a line for each tenth.
 * @param total  bytes of the download; null: unknown, then only the received bytes are shown
 */
export function startProgress(
  screen: ProgressScreen,
  name: string,
  total: number | null,
): Progress {
  let drawn = Number.NEGATIVE_INFINITY
  let tenth = -1
  const share = (bytes: number) => (total === null || total === 0 ? null : bytes / total)
  const figures = (bytes: number) => {
    const part = share(bytes)
    const of = total === null ? '' : ` of ${mib(total)}`
    return `${mib(bytes)}${of} MiB${part === null ? '' : `, ${Math.floor(part * 100)} %`}`
  }
  return {
    at(bytes) {
      if (screen.isTTY === true) {
        if (performance.now() - drawn < REDRAW_MS) return
        drawn = performance.now()
        screen.write(`\r\u001b[K${name} ${bar(share(bytes))} ${figures(bytes)}`)
        return
      }
      const now = Math.floor((share(bytes) ?? 0) * 10)
      if (now <= tenth) return
      tenth = now
      screen.write(`${name}: ${figures(bytes)}\n`)
    },
    end(text) {
      screen.write(screen.isTTY === true ? `\r\u001b[K${name}: ${text}\n` : `${name}: ${text}\n`)
    },
  }
}

function bar(share: number | null): string {
  if (share === null) return ''
  const full = Math.round(Math.min(1, share) * BAR_CHARS)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CHARS - full)}]`
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1)
}
