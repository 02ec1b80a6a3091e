/**
 * Tries with more and more time: on a busy machine a short limit elapses though nothing is wrong.
 * @param attempt  gets a factor for its times
 * @returns whether one try held
 */
export async function holdsAtSomePace(
  attempt: (pace: number) => Promise<boolean>,
): Promise<boolean> {
  for (let pace = 1; pace <= 32; pace *= 2) if (await attempt(pace)) return true
  return false
}
