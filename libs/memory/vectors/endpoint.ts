/** Texts to vectors of one length, in the order of the texts. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** A server with an OpenAI-compatible `/embeddings`, such as Ollama or llama.cpp. */
export interface EmbeddingEndpoint {
  /** With its version, as `http://127.0.0.1:11434/v1`. */
  url: string
  model: string
  apiKey?: string
  /** Longest wait for one answer in milliseconds. Default 30,000. */
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000

/** The texts go to this server and to no other. @throws Error when it does not answer with one vector a text */
export function embedAt({ url, model, apiKey, timeoutMs = TIMEOUT_MS }: EmbeddingEndpoint): Embed {
  return async (texts) => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the embedding server answered ${response.status}`)
    return vectorsIn(await response.json(), texts.length)
  }
}

function vectorsIn(answer: unknown, count: number): number[][] {
  const data = (answer as { data?: { embedding?: unknown; index?: unknown }[] } | null)?.data
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('the embedding server did not answer with one vector for each text')
  const vectors: number[][] = []
  data.forEach(({ embedding, index }, at) => {
    if (!Array.isArray(embedding) || !embedding.every((one) => Number.isFinite(one)))
      throw new Error('the embedding server answered with something that is no vector')
    vectors[typeof index === 'number' ? index : at] = embedding
  })
  return vectors
}
