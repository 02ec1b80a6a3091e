import type { Settings } from '#core'
import { createNotifier, type Input, type Notifier, readNotifyWay } from '#terminal'

/** The notifications of a session; none in the plain form, which is for pipes, dumb terminals and screen readers. */
export function openNotifier(input: Input, { notify }: Pick<Settings, 'notify'>): Notifier {
  return createNotifier({
    way: input.form === 'rich' ? readNotifyWay(notify, process.env) : 'off',
    write: (sequence) => void process.stdout.write(sequence),
    isFocused: () => input.isFocused?.() ?? null,
    after(ms, work) {
      const timer = setTimeout(work, ms).unref()
      return () => clearTimeout(timer)
    },
  })
}
