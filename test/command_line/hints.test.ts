import type { Command } from 'commander'
import t from 'tap'
import { chooseCommand } from '#command_line'
import { ERRORS, RUN_ENDS } from '#core'
import { buildProgram as buildCli } from '../../apps/cli/program.js'
import { buildProgram as buildProxy } from '../../apps/proxy/program.js'

/** Commands that a hint names in backticks, as words. */
function commandsIn(hint: string): string[][] {
  const quoted = [...hint.matchAll(/`(aircoder(?:-proxy)? [^`]*)`/g)]
  return quoted.map(([, command = '']) => command.match(/"[^"]*"|\S+/g) ?? [])
}

/** What commander reads: an unknown command or option is thrown. @returns arguments that are missing */
function missing(words: readonly string[]): number {
  const [name, ...rest] = words
  const program = name === 'aircoder' ? buildCli(() => {}) : buildProxy()
  const { command, words: own } = chooseCommand(program, rest)
  const { operands, unknown } = command.parseOptions(own)
  t.same(unknown, [], words.join(' '))
  return needed(command) - operands.length
}

function needed({ registeredArguments }: Command): number {
  return registeredArguments.filter(({ required }) => required).length
}

t.test('each command in a hint exists, with its options and arguments', async (t) => {
  const hints = [...Object.values(ERRORS), ...Object.values(RUN_ENDS)].map(({ hint }) => hint)
  const commands = hints.flatMap(commandsIn)
  t.ok(commands.length > 30)
  for (const words of commands) t.ok(missing(words) <= 0, words.join(' '))
})

/** What each command ends with where it does not work, by the state that it needs. */
const ENDS_WITH: Record<string, (keyof typeof ERRORS)[]> = {
  'aircoder init': ['ENDPOINT_UNREACHABLE', 'ENDPOINT_NOT_API', 'AUTH_REJECTED', 'NO_MODELS'],
  'aircoder login': ['ENDPOINT_UNREACHABLE', 'ENDPOINT_NOT_API', 'AUTH_REJECTED'],
  'aircoder resume': ['NOTHING_TO_RESUME', 'SESSION_IN_USE', 'ENDPOINT_UNREACHABLE'],
  'aircoder undo': ['NO_SUCH_ROW', 'NO_SUCH_STEP', 'STEP_UNFINISHED'],
  'aircoder ledger sql': ['SQL_REFUSED'],
  'aircoder-proxy serve': ['PROXY_NO_TOKENS', 'ENGINE_UNREACHABLE'],
}

t.test('no hint names the command that failed, in the words that failed', async (t) => {
  for (const [command, codes] of Object.entries(ENDS_WITH))
    for (const code of codes)
      for (const words of commandsIn(ERRORS[code].hint))
        t.not(words.join(' '), command, `${code} after ${command}`)
})
