/** Why a run is aborted when another program ended it: a person is not the one who did. */
export class StoppedBy extends DOMException {
  constructor(signal: string) {
    // The name that code looks for in the reason of an abort.
    super(`stopped by the signal ${signal}`, 'AbortError')
  }
}

/** Why a run stops, as its result says it. @param reason  of the abort signal */
export function stopText(reason: unknown): string {
  return reason instanceof StoppedBy ? reason.message : 'interrupted by the user'
}
