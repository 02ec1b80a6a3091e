// The memory framework alone: node examples/memory.mjs [FILE]
import { Memory } from 'aircoder/memory'

const memory = new Memory({ path: process.argv[2] ?? ':memory:', archetype: 'coding' })

// Everything that happens is recorded. The coding archetype reads definitions and imports from a file.
await memory.record({
  type: 'user_message',
  actor: 'user',
  content: 'Amounts are rounded with roundHalf, never with Math.round.',
})
await memory.record({
  type: 'file_read',
  content: {
    path: 'src/money.ts',
    text: "import { Decimal } from './decimal.js'\nexport class Money extends Decimal {}\nexport function roundHalf(amount) { return amount }\n",
  },
})
await memory.record({
  type: 'shell_exec',
  content: { command: 'npm test', output: '12 passed' },
  outcome: 'success',
})

// A request gets the part that helps, within its budget.
const context = await memory.recall({ query: 'How is an amount of money rounded?', maxTokens: 800 })
console.log(context.toSystemPrompt())
console.log(`\n${context.items.length} items, ${context.tokens} tokens of 800`)
memory.close()
