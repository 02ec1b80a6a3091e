import type { LookedFile } from './look_at_files.js'

/**
 * What is true of each file of an edit that was not finished, for the model and the user.
 * @param reason  why it was not finished, where the files do not show it
 * @param back    files that were changed back
 */
export function describeLeft(
  files: readonly LookedFile[],
  { reason, back }: { reason: string; back: readonly string[] },
): string {
  const named = (state: LookedFile['state']) =>
    files.filter((file) => file.state === state).map(({ path }) => path)
  const [changed, standing] = [named('other'), named('written')]
  const unknown = files.flatMap(({ now }) => (now.ok ? [] : [`${capital(now.reason)}.`]))
  const sentences = [
    reason,
    ...unknown,
    list(changed, (names) => `${names} changed while the program was not running.`),
    changed.length === 1 ? 'The file was left unchanged. Read it again.' : '',
    changed.length > 1 ? 'These files were left unchanged. Read them again.' : '',
    list(back, (names) => `Changed back to the content before this call: ${names}.`),
    list(standing, (names) => `Written by this call and still changed: ${names}.`),
    unknown.length > 0
      ? 'What could not be read was not written; it has its old or new content.'
      : '',
    files.length > 1 && standing.length === 0 && unknown.length === 0
      ? 'This call changed no file.'
      : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function list(names: readonly string[], tell: (names: string) => string): string {
  return names.length === 0 ? '' : tell(names.join(', '))
}

/** A path keeps its spelling: only a sentence of our own begins with `a folder`. */
function capital(reason: string): string {
  return reason.replace(/^a folder of /, 'A folder of ')
}
