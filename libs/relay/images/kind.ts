/** Formats that are decoded; everything else is refused by its content, whatever its label says. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * Tells a format by its first bytes. Not here on purpose: SVG and PDF (programs rather than pictures), TIFF,
 * and HEIF with AVIF, whose container has had too many faults for a public door (docs/design/proxy.md#pictures).
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
