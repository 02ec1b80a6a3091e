/** Ports of engines whose API lives under /v1: Ollama, LM Studio, llama.cpp (features.md row 261). */
const ENGINE_PORTS = new Set(['11434', '1234', '8080'])

/**
 * The base URL as the client joins paths to it: no trailing slash, and `/v1` where a known
 * engine's port was given without a path.
 * @throws TypeError when `url` is no URL
 */
export function normaliseBaseUrl(url: string): string {
  const parsed = new URL(url)
  const path = parsed.pathname.replace(/\/+$/, '')
  const needsPath = path === '' && ENGINE_PORTS.has(parsed.port)
  return `${parsed.protocol}//${parsed.host}${needsPath ? '/v1' : path}`
}
