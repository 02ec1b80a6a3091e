import type { Language } from '../language.js'

export const protobuf: Language = {
  name: 'protobuf',
  endings: ['.proto'],
  shapes: [
    { kind: 'type', shape: /^\s*(?:message|enum|service)\s+(\w+)/ },
    { kind: 'method', shape: /^\s*rpc\s+(\w+)/ },
  ],
}
