import t from 'tap'
import type { SlashCommand, SlashContext } from '../../apps/cli/session/slash_command.js'
import { loadSlashCommands, readSlash, runDuringTurn } from '../../apps/cli/session/slash_lines.js'

const commands = await loadSlashCommands()

/** Runs lines that were typed during a turn. */
function typeDuringTurn(lines: string[], known: readonly SlashCommand[] = commands) {
  let printed = ''
  const context = {
    commands: known,
    wired: { deps: {} } as SlashContext['wired'],
    print: (text: string) => {
      printed += text
    },
  } as SlashContext
  const messages = lines.filter((line) => !runDuringTurn(line, context))
  return { messages, printed }
}

t.test(
  'readSlash finds each command, reports unknown ones and leaves other text alone',
  async (t) => {
    for (const command of commands)
      t.same(readSlash(`/${command.name}`, commands), { command, rest: '' })
    t.match(readSlash('/mode  plan ', commands), { command: { name: 'mode' }, rest: 'plan' })
    t.match(
      readSlash('/nonsense now', commands),
      /^Unknown command \/nonsense\. Commands: \/accept \/clear .*\/help /,
    )
    t.equal(readSlash('help', commands), null)
    t.equal(readSlash('a /mode in the middle', commands), null)
  },
)

t.test('/help lists every command with its help line', async (t) => {
  const { printed } = typeDuringTurn(['/help'])
  for (const { name, help } of commands) t.match(printed, `  /${name}`.padEnd(15) + help)
})

t.test('row 275: during a turn, text is a message and only some commands run', async (t) => {
  const ran: string[] = []
  const command = (name: string, isAllowedDuringTurn: boolean): SlashCommand => ({
    name,
    help: 'test',
    group: 'look',
    isAllowedDuringTurn,
    run: (rest) => void ran.push(`${name} ${rest}`),
  })
  const known = [command('show', true), command('change', false)]
  const lines = ['use tabs', '/show all', '/change x', '/other']
  const { messages, printed } = typeDuringTurn(lines, known)
  t.same(messages, ['use tabs'])
  t.same(ran, ['show all'])
  t.match(printed, '/change is not available while a turn runs.')
  t.match(printed, 'Unknown command /other.')
})

t.test(
  'row 275: no command that changes the conversation or the files runs during a turn',
  async (t) => {
    const allowed = commands.filter(({ isAllowedDuringTurn }) => isAllowedDuringTurn)
    t.same(
      allowed.map(({ name }) => name),
      ['exit', 'explore', 'help', 'memory', 'permissions', 'plan', 'sessions', 'skills'],
    )
  },
)

t.test('row 187: /explore shows and switches the exploring, also during a turn', async (t) => {
  let isOn = true
  let printed = ''
  const wired = {
    deps: { checks: { explore: () => isOn } },
    setExplore(next: boolean) {
      isOn = next
    },
  }
  const print = (text: string) => {
    printed += text
  }
  const context = { commands, wired, print } as unknown as SlashContext
  for (const line of ['/explore', '/explore off', '/explore maybe', '/explore on'])
    t.ok(runDuringTurn(line, context))
  t.equal(printed, 'explore on\nexplore off\nWrite /explore on or /explore off.\nexplore on\n')
})
