/** Ports of engines whose API is under /v1: Ollama, LM Studio, llama.cpp (row 261). */
const ENGINE_PORTS = new Set(['11434', '1234', '8080'])

/**
 * The base URL in the form that the client appends paths to: without a trailing slash. For a known
 * engine's port without a path, `/v1` is added.
 * @throws TypeError when `url` is not a URL
 */
export function normaliseBaseUrl(url: string): string {
  const parsed = new URL(url)
  const path = parsed.pathname.replace(/\/+$/, '')
  const needsPath = path === '' && ENGINE_PORTS.has(parsed.port)
  return `${parsed.protocol}//${parsed.host}${needsPath ? '/v1' : path}`
}
