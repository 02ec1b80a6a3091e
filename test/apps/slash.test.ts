import t from 'tap'
import { sayEnglish } from '#terminal'
import { whereOf } from '../../apps/cli/session/line/shell_line.js'
import type { SlashCommand, SlashContext } from '../../apps/cli/session/slash_command.js'
import { loadSlashCommands, readSlash, runDuringTurn } from '../../apps/cli/session/slash_lines.js'
import { HELPS } from '../../libs/terminal/chinese/helps.js'

const commands = await loadSlashCommands()

/** Runs lines that were typed during a turn. */
function typeDuringTurn(
  lines: string[],
  known: readonly SlashCommand[] = commands,
  deps: object = {},
) {
  let printed = ''
  const context = {
    commands: known,
    problems: [],
    input: { columns: () => 200 },
    wired: { deps, say: sayEnglish } as SlashContext['wired'],
    print: (text: string) => {
      printed += text
    },
  } as unknown as SlashContext
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
      'Unknown command /nonsense. /help lists the commands.',
    )
    t.match(readSlash('/reset', commands), { command: { name: 'clear' } })
    t.match(readSlash('/q', commands), { command: { name: 'exit' } })
    // /stats is an alias that /help does not list.
    t.equal(readSlash('/statsu', commands), 'Unknown command /statsu. Did you mean /status?')
    for (const absent of ['mcp', 'agents', 'hooks'])
      t.equal(
        readSlash(`/${absent}`, commands),
        `This version has no /${absent}. /help lists the commands.`,
      )
    for (const [typed, does] of [
      ['settings', 'config'],
      ['login', 'login'],
      ['version', '--version'],
    ])
      t.equal(
        readSlash(`/${typed}`, commands),
        `/${typed} is no command of a session. In a shell: \`aircoder ${does}\`.`,
      )
    t.type(readSlash('/constructor', commands), 'string')
    t.match(readSlash('?', commands), { command: { name: 'help' } }, 'the plain form has no key')
    t.equal(readSlash('help', commands), null)
    t.equal(readSlash('a /mode in the middle', commands), null)
  },
)

/** docs/sessions.md, and what users of other agents type. */
const CONTRACT =
  'help clear reset compact model mode plan undo redo rewind diff commit resume sessions memory skills context cost ledger permissions egress export init doctor editor copy bug why status exit fork rename quit q new compress continue todos tasks usage hotkeys checkpoint approvals name'

t.test('row 278: every command is there, under each of its names', async (t) => {
  for (const name of CONTRACT.split(' ')) t.type(readSlash(`/${name}`, commands), 'object', name)
  const names = commands.flatMap((one) => [one.name, ...(one.aliases ?? [])])
  t.equal(new Set(names).size, names.length, 'no name means two commands')
})

t.test('/help lists every command with its help line', async (t) => {
  const { printed } = typeDuringTurn(['/help'])
  for (const { name, hint, help } of commands) {
    const typed = `  /${name}${hint === undefined ? '' : ` ${hint}`}`
    t.ok(
      printed.includes(
        `${typed.length < 26 ? typed.padEnd(26) : `${typed}\n${' '.repeat(26)}`}${help}`,
      ),
      name,
    )
  }
  const shelf = {
    skills: ['review', 'model'].map((name) => ({ name, description: `about ${name}` })),
    find: () => null,
  }
  const { printed: more } = typeDuringTurn(['/help'], commands, { guides: { shelf } })
  t.match(more, 'Skills that start a task\n  /review                 about review\n')
  t.notMatch(more, 'about model', 'a command hides the skill of its name')
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
      [
        'background',
        'bug',
        'context',
        'copy',
        'cost',
        'egress',
        'exit',
        'explore',
        'help',
        'ledger',
        'memory',
        'mode',
        'permissions',
        'plan',
        'rename',
        'sessions',
        'skills',
        'status',
        'theme',
        'thinking',
        'why',
      ],
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

t.test('every slash command has a help line in Chinese, and no other name has one', async (t) => {
  const names = (await loadSlashCommands()).map(({ name }) => name).sort()
  t.same(Object.keys(HELPS).sort(), names, 'libs/terminal/chinese/helps.ts')
})

t.test('a shell line says that it ran in the sandbox', async (t) => {
  t.equal(whereOf('exit code 0', true), 'exit code 0, in the sandbox')
  t.equal(whereOf('exit code 0', false), 'exit code 0')
})
