/** Formats that are decoded; the others are refused by their content, not by their label. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * Returns the format by the first bytes. Not supported on purpose: SVG and PDF (programs rather than pictures), TIFF,
 * and HEIF with AVIF, whose container has had too many vulnerabilities for a public server (docs/design/proxy.md#pictures).
 * @returns null for what is not decoded
 */
export function kindOf(bytes: Buffer): ImageKind | null {
  const head = bytes.subarray(0, 12).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp'
  return null
}
