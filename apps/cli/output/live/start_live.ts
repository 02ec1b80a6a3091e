import { createLive, type Live } from '#terminal'

/** Whether lines can be replaced on this stream. */
export function canReplaceLines(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** A live line with the clock and the timers of this machine. Its timers do not keep the process alive. */
export function startLive(show: (text: string | null) => void): Live {
  return createLive({
    show,
    now: () => performance.now(),
    every(ms, tick) {
      const timer = setInterval(tick, ms).unref()
      return () => clearInterval(timer)
    },
  })
}
