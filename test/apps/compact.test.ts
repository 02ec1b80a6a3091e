import t from 'tap'
import type { SlashContext } from '../../apps/cli/session/slash_command.js'
import { loadSlashCommands, readSlash, runDuringTurn } from '../../apps/cli/session/slash_lines.js'
import { act, openLoop, say } from '../kit/loop.js'

const commands = await loadSlashCommands()

t.test('/compact says in one line what it kept, and is refused during a turn', async (t) => {
  const text = Array.from({ length: 60 }, (_, n) => `line ${n} ${'word '.repeat(9)}`).join('\n')
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
  const replies = [...names.map((path) => act(['read_file', { path }])), say('60 lines each.')]
  const files = Object.fromEntries(names.map((name) => [name, text]))
  const loop = openLoop(t, { files, replies, over: { windowTokens: 16_384 } })
  let printed = ''
  const type = async (line: string, sessionId?: string) => {
    printed = ''
    const read = readSlash(line, commands)
    if (read === null || typeof read === 'string') return
    await read.command.run(read.rest, {
      commands,
      sessionId,
      wired: { ledger: loop.ledger(), deps: await loop.deps({}) },
      screen: { recount() {} },
      print: (said: string) => {
        printed += said
      },
    } as unknown as SlashContext)
  }
  await type('/compact')
  t.equal(printed, 'There is nothing to compact yet.\n')
  const taskId = loop.add('How many lines?')
  await loop.run(taskId)
  const { session } = loop.ledger().view(taskId)
  await type('/compact keep the names', session.id)
  t.match(
    printed,
    /^(?:Compacted from [\d,]+ to [\d,]+ tokens\.|The prompt was written again: [\d,]+ tokens, [\d,]+ before\.) Kept: task, facts, edits, your text, the last (?:step|[\d,]+ steps)\. The ledger has the rest\.\n$/,
  )
  await type('/compact', session.id)
  t.match(printed, /^The prompt is short already: [\d,]+ tokens\. It stays as it is\.\n$/)
  t.match(loop.ledger().view(taskId).generation?.head.at(-1)?.content, 'keep the names')
  printed = ''
  runDuringTurn('/compact', {
    commands,
    wired: { deps: {} },
    print: (said: string) => {
      printed += said
    },
  } as unknown as SlashContext)
  t.match(printed, '/compact is not available while a turn runs.')
})
