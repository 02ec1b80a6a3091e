import { Refusal } from '../../refusals/refusal.js'

/** A tool's schema nests a dozen levels; recursive code fails at thousands. */
const MAX_DEPTH = 64
/** Values in one body: a list of token ids for an embedding has tens of thousands. */
const MAX_VALUES = 500_000

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44

/**
 * Checks nesting and number of values of a JSON text before it is parsed: a few kilobytes of brackets would cost
 * the parser, and all code that walks the tree, far more. Strings are skipped natively, so an image costs little.
 * @throws Refusal invalid_request
 */
export function checkJsonLimits(text: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at + 1)
    else if (isOpener(code)) depth += 1
    else if (isCloser(code)) depth -= 1
    else if (code === COMMA) values += 1
    if (depth > MAX_DEPTH) refuse(`it nests deeper than ${MAX_DEPTH} levels`)
    if (values > MAX_VALUES) refuse(`it has more than ${MAX_VALUES} values`)
  }
}

function isOpener(code: number): boolean {
  return code === 91 || code === 123
}

function isCloser(code: number): boolean {
  return code === 93 || code === 125
}

/** Index of the closing quote; the end of the text where there is none, which the parser reports. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1))
    if (!isEscaped(text, from, at)) return at
  return text.length
}

function isEscaped(text: string, from: number, quote: number): boolean {
  let at = quote - 1
  while (at >= from && text.charCodeAt(at) === BACKSLASH) at -= 1
  return (quote - 1 - at) % 2 === 1
}

function refuse(why: string): never {
  throw new Refusal('invalid_request', `The body is invalid: ${why}.`)
}
