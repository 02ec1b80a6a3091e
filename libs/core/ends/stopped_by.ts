/** Why a run is aborted where a person is not the one who did it. */
export class StoppedBy extends DOMException {
  readonly status: 'interrupted' | 'limit'

  /**
   * @param why  as the result says it
   * @param status  of the task that is stopped
   */
  constructor(why: string, status: 'interrupted' | 'limit' = 'interrupted') {
    // The name that code looks for in the reason of an abort.
    super(why, 'AbortError')
    this.status = status
  }
}

const BY_USER = 'interrupted by the user'

/** Why a run stops, as its result says it. @param reason  of the abort signal */
export function stopText(reason: unknown): string {
  return reason instanceof StoppedBy ? reason.message : BY_USER
}

/** Whether an end says that a person or a signal stopped the run, and not that its endpoint failed. */
export function isStopText(text: string): boolean {
  return text === BY_USER || /^stopped(?: by the signal|:) /.test(text)
}

/** The status of a task that is stopped for this reason. */
export function stopStatus(reason: unknown): 'interrupted' | 'limit' {
  return reason instanceof StoppedBy ? reason.status : 'interrupted'
}
