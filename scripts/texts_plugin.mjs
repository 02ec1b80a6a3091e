const CALL =
  /\breadFileSync\(\s*new URL\(\s*'(\.\/[\w./-]+)'\s*,\s*import\.meta\.url\s*,?\s*\)\s*,\s*'utf8'\s*,?\s*\)/g

/**
 * A bundle has no files beside it to read at run time, so each call of the form
 * `readFileSync(new URL('./file', import.meta.url), 'utf8')` becomes the text of that file.
 * @param source  TypeScript
 * @param read    gives the text of a file, which is relative to the source file
 */
export function inlineTexts(source, read) {
  return source.replace(CALL, (_, file) => JSON.stringify(read(file)))
}
