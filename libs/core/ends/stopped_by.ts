/** Why a run is aborted where a person is not the one who did it. */
export class StoppedBy extends DOMException {
  /** @param why  as the result says it */
  constructor(why: string) {
    // The name that code looks for in the reason of an abort.
    super(why, 'AbortError')
  }
}

/** Why a run stops, as its result says it. @param reason  of the abort signal */
export function stopText(reason: unknown): string {
  return reason instanceof StoppedBy ? reason.message : 'interrupted by the user'
}
