/** Characters of a token, on average over code and prose (design page proxy.md 6.3). */
const TOKEN_CHARS = 3.5
/** An image's share where nobody has counted it. */
const IMAGE_TOKENS = 768

/**
 * Tokens of a prompt by its length alone, for the charge at dispatch: what the engine counts takes its place
 * at the end, so a rough figure that costs microseconds will do. Whatever is said in base64 counts as an image.
 * @param body         a parsed JSON body, or any part of one
 * @param imageTokens  what its images cost, where that is known
 */
export function measurePrompt(body: unknown, imageTokens?: number): number {
  const size = { chars: 0, images: 0 }
  add(body, size)
  return Math.ceil(size.chars / TOKEN_CHARS) + (imageTokens ?? size.images * IMAGE_TOKENS)
}

function add(value: unknown, size: { chars: number; images: number }): void {
  if (typeof value === 'string') {
    if (value.startsWith('data:')) size.images += 1
    else size.chars += value.length
    return
  }
  // A prompt may be a list of token numbers.
  if (typeof value === 'number') size.chars += TOKEN_CHARS
  if (typeof value !== 'object' || value === null) return
  for (const key in value) {
    size.chars += Array.isArray(value) ? 0 : key.length
    add((value as Record<string, unknown>)[key], size)
  }
}
