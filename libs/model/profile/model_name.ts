/** The parts of a model's name, as Ollama, Hugging Face, vLLM or a GGUF file write it. */
export interface ModelName {
  /** Lower case, words joined by `-`, versions joined to their word: `llama3.2-3b-instruct`. */
  plain: string
  /** Parameters in billions, of all experts; null when the name has no size. */
  billions: number | null
}

/** `-00001-of-00003`: one part of a split model file. */
const PART = /-\d{5}-of-\d{5}$/
/** `llama-3.2` and `llama3.2` are the same; a date or a year is not a version. */
const VERSION = /(^|-)([a-z]+)-(\d{1,2}(?:\.\d{1,2})?)(?=-|$)/g
/** `8b`, `8x7b`, `e4b`, `360m`; not `a3b`, the active part of a mixture. */
const SIZE = /(?:^|-)e?(?:(\d{1,2})x)?(\d{1,4}(?:\.\d{1,2})?)([bm])(?=-|$)/

/** Reads a model's id: `qwen3:8b`, `Qwen/Qwen3-8B-AWQ`, `/models/qwen3-8b-instruct-q4_k_m.gguf`. */
export function readModelName(id: string): ModelName {
  const last = id.split(/[/\\]/).filter(Boolean).at(-1) ?? ''
  const plain = last
    .toLowerCase()
    .replace(/\.(?:gguf|bin|safetensors)$/, '')
    .replace(PART, '')
    .replace(/[:_\s@+-]+/g, '-')
    .replace(VERSION, '$1$2$3')
  const size = SIZE.exec(plain)
  const number = Number(size?.[2]) * Number(size?.[1] ?? 1)
  return { plain, billions: size === null ? null : size[3] === 'm' ? number / 1_000 : number }
}

/** Index of `family` as whole words in a plain name; -1 when it does not occur. */
export function placeIn(plain: string, family: string): number {
  for (let at = plain.indexOf(family); at !== -1; at = plain.indexOf(family, at + 1)) {
    const before = plain[at - 1] ?? '-'
    const next = plain[at + family.length] ?? '-'
    const sameKind = /\d$/.test(family) ? /\d/ : /[a-z]/
    if (before === '-' && !sameKind.test(next)) return at
  }
  return -1
}
