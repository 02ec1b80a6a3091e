import type { Command, Option } from 'commander'
import t from 'tap'
import { chooseCommand } from '#command_line'
import { buildProgram as buildCli } from '../../apps/cli/program.js'
import { buildProgram as buildProxy } from '../../apps/proxy/program.js'

const PROGRAMS: Record<string, () => Command> = {
  aircoder: () => buildCli(() => {}),
  'aircoder-proxy': buildProxy,
}

/** The path of every command without subcommands, as words. */
function leaves(command: Command, path: string[] = []): string[][] {
  if (command.commands.length === 0) return [path]
  return command.commands.flatMap((each) => leaves(each, [...path, each.name()]))
}

function at(program: Command, path: string[]): Command {
  return path.reduce(
    (command, name) => command.commands.find((each) => each.name() === name) ?? command,
    program,
  )
}

/** Values that the check of an option accepts; `x` for all others. */
const VALUES: Record<string, string> = {
  '--permission-mode': 'plan',
  '--capabilities': 'read',
  '--sandbox': 'off',
  '--format': 'md',
  '--output-format': 'json',
  '--max-steps': '3',
  '--limit': '3',
  '--last': '3',
  '--edits': '3',
  '--to': '3',
  '--wait': '9s',
  '--max-wall-time': '9s',
  '--input-format': 'text',
  '--assemble': 'always',
  '--window': '4096',
  '--type': 'call',
  '--actor': 'agent',
  '--outcome': 'failure',
}

function wordsOf({ long, required, optional }: Option): string[] {
  const name = long ?? ''
  return required || optional ? [name, VALUES[name] ?? 'x'] : [name]
}

/** What a command gets, without running it. */
function parse(
  build: () => Command,
  words: string[],
): { name: string; values: unknown; args: unknown } {
  const { command, words: own } = chooseCommand(build(), words)
  command.action(() => {})
  command.exitOverride().configureOutput({ writeErr: () => {} })
  command.parse(own, { from: 'user' })
  return { name: command.name(), values: command.opts(), args: command.args }
}

t.test('every option of every command works in front of the command as behind it', async (t) => {
  for (const [name, build] of Object.entries(PROGRAMS)) {
    const program = build()
    let options = 0
    for (const path of leaves(program)) {
      const command = at(program, path)
      const needed = command.registeredArguments
        .filter(({ required }) => required)
        .map(() => 'word')
      const bare = JSON.stringify(parse(build, [...path, ...needed]).values)
      for (const option of command.options) {
        options += 1
        const words = wordsOf(option)
        const behind = parse(build, [...path, ...words, ...needed])
        const label = `${name} ${path.join(' ')} ${option.long}`
        t.not(JSON.stringify(behind.values), bare, `${label} is read`)
        for (let depth = 0; depth < path.length; depth += 1)
          t.same(
            parse(build, [...path.slice(0, depth), ...words, ...path.slice(depth), ...needed]),
            behind,
            `${label} at place ${depth}`,
          )
      }
    }
    t.ok(options > 40, `${name}: ${options} options are walked`)
  }
})

t.test(
  'a repeatable option is joined over both places, of any other the last one counts',
  async (t) => {
    const build = PROGRAMS.aircoder ?? buildProxy
    const words = ['--deny', 'a', '-m', 'one', 'run', '--deny=b', '-m', 'two', 'fix it']
    t.match(parse(build, words), { name: 'run', values: { deny: ['a', 'b'], model: 'two' } })
  },
)

t.test('words after -p or -- are a prompt, also where one is the name of a command', async (t) => {
  const build = PROGRAMS.aircoder ?? buildProxy
  const chosen = (...words: string[]) => {
    const { command, words: own } = chooseCommand(build(), words)
    return `${command.name()}: ${own.join(' ')}`
  }
  t.equal(chosen('-p', 'run', 'the', 'tests'), 'aircoder: -p run the tests')
  t.equal(chosen('-m', 'x', '--', 'demo'), 'aircoder: -m x -- demo')
  t.equal(chosen('-c', 'run', 'it'), 'run: -c it')
  t.equal(chosen('-r', 'run', 'it'), 'run: -r it')
  t.equal(chosen('-r', 's_1', 'run', 'it'), 'run: -r s_1 it')
  t.equal(chosen('-vc', 'run', 'it'), 'run: -vc it')
  t.equal(chosen('--plain', 'sessions', 'list'), 'list: --plain')
  t.equal(chosen('--plain', '-p', 'sessions'), 'aircoder: --plain -p sessions')
  t.equal(chosen('--input-format', 'text', 'run', 'it'), 'run: --input-format text it')
  t.equal(chosen('sessions'), 'list: ', 'a group with a list shows it')
  t.equal(chosen('help', 'ledger', 'show'), 'show: --help')
})

t.test('a mistyped command is refused with the close one; a task is a task', async (t) => {
  const build = PROGRAMS.aircoder ?? buildProxy
  const refused = (words: string[], near: RegExp) =>
    t.throws(() => chooseCommand(build(), words), { code: 'UNKNOWN_COMMAND', message: near })
  refused(['--plain', 'rum', 'fix the test'], /run/)
  refused(['leger', 'verify'], /Did you mean `aircoder ledger`\?/)
  refused(['ledger', 'verfy'], /Did you mean `aircoder ledger verify`\?/)
  refused(['ledger', 'nothing'], /It has tasks, show,/)
  refused(['sesions'], /aircoder sessions/)
  refused(['dcotor'], /aircoder doctor/)
  refused(['rnu', 'fix', 'the', 'tests'], /aircoder run/)
  for (const task of [
    'fix the parser',
    'test the parser',
    'rename it',
    'docker build fails on arm',
  ])
    t.equal(chooseCommand(build(), task.split(' ')).command.name(), 'aircoder', task)
  for (const word of ['setup', 'diff', 'update', 'models'])
    t.throws(() => chooseCommand(build(), [word]), {
      code: 'UNKNOWN_COMMAND',
      message: `\`aircoder\` has no command ${word}. `,
    })
  t.throws(() => chooseCommand(build(), ['setup', '--base-url', 'http://a/v1']), {
    code: 'UNKNOWN_COMMAND',
  })
  t.equal(chooseCommand(build(), ['setup', 'the', 'tests']).command.name(), 'aircoder', 'a task')
  t.equal(chooseCommand(build(), ['complete', 'it']).command.name(), 'aircoder', 'a task')
  t.equal(chooseCommand(build(), ['explain']).command.name(), 'aircoder', 'a task of one word')
  t.equal(chooseCommand(build(), ['leger verify']).command.name(), 'aircoder', 'quoted')
})
