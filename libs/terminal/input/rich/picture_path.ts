/**
 * The path of a picture in a pasted or dropped text: quotes, `file://` and escaped spaces are removed.
 * @returns null where the text is no single path with the ending of a picture
 */
export function picturePath(text: string): string | null {
  const line = text.trim()
  if (!/^[^\n]+\.(?:png|jpe?g|gif|webp)['"]?$/i.test(line)) return null
  const bare = line.replace(/^(['"])(.*)\1$/, '$2')
  if (!bare.startsWith('file://')) return bare.replace(/\\([ ()'&])/g, '$1')
  try {
    return decodeURIComponent(bare.slice('file://'.length))
  } catch {
    return null
  }
}
