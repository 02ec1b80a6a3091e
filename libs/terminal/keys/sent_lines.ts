/**
 * What was typed before a terminal was taken came line by line: there Enter is a line feed, which is Ctrl+J to a reader of
 * single keys.
 * @param text  the first read of the keys
 */
export function sentLines(text: string): string {
  return /^\P{Cc}+\n/u.test(text) ? text.replaceAll('\n', '\r') : text
}
