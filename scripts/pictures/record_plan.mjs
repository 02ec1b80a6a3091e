import { readFileSync, writeFileSync } from 'node:fs'

const ITEMS = ['Find the cause of the 401', 'Fix it', 'Run the tests']
/** Replies of the demo that get a call for the plan, from 1, and how many items are done then. */
const DONE_AT = new Map([
  [1, 0],
  [5, 1],
  [9, 2],
  [10, 3],
])
/** The answer of the demo, longer: it shows how Markdown looks. */
const ANSWER = `**Fixed:** every fresh token is accepted again.

- **Cause**: \`fromBase64Url\` in \`src/token/token_utils.js\` left out the \`=\` at the end, so the strict decoder refused each token whose length is not a multiple of 4.
- **Change**: it pads before it decodes:

\`\`\`js
const padded = value.padEnd(Math.ceil(value.length / 4) * 4, '=')
\`\`\`

| tests | before | after |
|---|---|---|
| passed | 29 | 34 |
| failed | 5 | 0 |`

/** Writes the recording of the demo with calls that keep a plan, which the task of the demo does not need. */
export function recordPlan(from, to) {
  const lines = readFileSync(from, 'utf8').trimEnd().split('\n')
  const planned = lines.map((line, index) => {
    const done = DONE_AT.get(index + 1)
    if (done === undefined) return line
    const reply = JSON.parse(line)
    const items = ITEMS.map(
      (text, at) => `${at < done ? '[x]' : at === done ? '[>]' : '[ ]'} ${text}`,
    )
    const plan = { name: 'todo_write', arguments: JSON.stringify({ items }) }
    const calls = reply.tool_calls.map((call) => {
      if (call.name !== 'resolve') return call
      const given = { ...JSON.parse(call.arguments), summary: ANSWER }
      return { ...call, arguments: JSON.stringify(given) }
    })
    // What is done is noted before the end.
    const all = done === ITEMS.length ? [plan, ...calls] : [...calls, plan]
    return JSON.stringify({ ...reply, tool_calls: all })
  })
  writeFileSync(to, `${planned.join('\n')}\n`)
}
