/** Statuses that are never about the words of the model, whatever their text says. */
const NEVER = new Set([401, 403, 404, 413])

/**
 * What servers say when their own parser cannot read the tool call that the model wrote. Another sample of the
 * same prompt is usually read (docs/design/replies.md#rejected-samples).
 */
const TEXTS = [
  // Ollama (harmony): "error parsing tool call: raw='…', err=invalid character …".
  // llama.cpp: "Failed to parse tool call arguments as JSON". LM Studio: "Failed to parse tool call: …".
  /\b(?:error|fail(?:ed|ure|s)?|cannot|could not|unable)\b.{0,24}\b(?:pars(?:e|ing)|extract(?:ing)?)\b.{0,24}\b(?:tool|function)[ _-]?calls?\b/i,
  // The same words in another order: "gemma4 tool call parsing failed".
  /\b(?:tool|function)[ _-]?call(?:s|ing)?[ _-]pars(?:ing|er?)\b.{0,12}\b(?:error|fail(?:ed|ure|s)?)\b/i,
  // Ollama, where the runner renders the template. A call that the token limit cut would be cut again.
  /\binvalid tool call arguments\b(?!.*unexpected end of JSON input)/is,
  // Ollama (Qwen3-Coder): "XML syntax error on line 6: element <function> closed by </parameter>".
  /\bXML syntax error on line \d/,
  // llama.cpp: "Failed to parse input at pos 184: <tool_call>…"; older builds: "Invalid diff: '…' not found at start of '…'".
  /\bfailed to parse input at pos\b/i,
  /\binvalid diff: .{0,4000}\bnot found at start of\b/is,
  // SGLang.
  /\bfailed to parse fc related info\b/i,
  // vLLM: "1 validation error for list[function-wrap[…]] Invalid JSON: EOF while parsing an object …".
  /\bvalidation errors? for list\[function-wrap\[.{0,200}\bInvalid JSON\b/s,
  // Servers with OpenAI's shape of errors.
  /"code"\s*:\s*"tool_use_failed"/,
]

/**
 * Whether an error of a server says that it could not read a tool call which the model wrote.
 * @param status  of the answer; 200 for an error inside of a stream
 */
export function rejectsCall(status: number, body: string): boolean {
  return !NEVER.has(status) && TEXTS.some((text) => text.test(body))
}
