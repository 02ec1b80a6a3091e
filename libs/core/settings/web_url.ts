/** Why a text is not the address of an endpoint, with the form that is right. */
export function describeUrl(text: unknown): string {
  if (typeof text !== 'string') return 'it must be a URL'
  const host = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const isHost = /^[\w.-]+(:\d{1,5})?(\/[\w./-]*)?$/.test(host)
  if (!isHost) return 'it must be a URL with http:// or https://'
  const path = host.includes('/') ? '' : '/v1'
  return `it must begin with http:// or https://, as http://${host}${path}`
}

/** Parts that a base URL would lose. */
export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[?#]/.test(text)
}
