/** Characters of a token, on average over code and prose (docs/design/proxy.md#prompt-size). */
const TOKEN_CHARS = 3.5
/** Tokens of an image whose tokens are unknown. */
const IMAGE_TOKENS = 768

/**
 * Estimates the tokens of a prompt by its length alone, for the charge at dispatch. The engine's count replaces
 * it at the end, so an estimate that costs microseconds is enough. A data URL counts as an image.
 * @param body         a parsed JSON body, or any part of one
 * @param imageTokens  tokens of its images, where they are known
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
