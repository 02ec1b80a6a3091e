import { discover, nearestName } from '#core'
import { showControls } from '#terminal'
import type { CustomCommand } from '../custom/load_custom.js'
import { skillTask } from './skill_task.js'
import type { SlashCommand, SlashContext } from './slash_command.js'

/** Commands of other agents that this version has not. */
const ABSENT: readonly string[] = ['mcp', 'agents', 'hooks']

/** What people type in a session, and the command of the shell that does it. */
const IN_SHELL: Readonly<Record<string, string>> = {
  config: 'config',
  settings: 'config',
  login: 'login',
  trust: 'trust',
  version: '--version',
}

/** Every command of `slash/`, sorted by name. */
export function loadSlashCommands(): Promise<SlashCommand[]> {
  return discover<SlashCommand>(new URL('./slash/', import.meta.url))
}

/** A command of the person's own: it starts a task. */
export function asSlashCommand({ task, ...command }: CustomCommand): SlashCommand {
  return {
    ...command,
    group: 'own',
    isAllowedDuringTurn: false,
    keepsSpace: true,
    run: (rest, { start }) => start(task(rest)),
  }
}

interface SlashLine {
  command: SlashCommand
  /** The words after the name, separated by one space. */
  rest: string
}

/** Reads a line as a slash command. @returns null when it is none, a message when it is unknown */
export function readSlash(
  line: string,
  commands: readonly SlashCommand[],
): SlashLine | string | null {
  // The plain form has no key for it.
  if (line.trim() === '?') return readSlash('/help', commands)
  if (!line.startsWith('/')) return null
  const [, typed = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const name = typed.slice(1)
  const command =
    commands.find((known) => known.name === name) ??
    commands.find(({ aliases = [] }) => aliases.includes(name))
  if (command !== undefined)
    return { command, rest: command.keepsSpace ? words : words.split(/\s+/).join(' ') }
  if (ABSENT.includes(name)) return `This version has no ${typed}. /help lists the commands.`
  if (Object.hasOwn(IN_SHELL, name))
    return `${typed} is no command of a session. In a shell: \`aircoder ${IN_SHELL[name]}\`.`
  // The names that /help lists come first: they win at the same distance.
  const names = [
    ...commands.map((known) => known.name),
    ...commands.flatMap(({ aliases = [] }) => aliases),
  ]
  const near = nearestName(name, names)
  if (near !== null) return `Unknown command ${typed}. Did you mean /${near}?`
  return `Unknown command ${typed}. /help lists the commands.`
}

/**
 * Handles a slash command that was typed while a turn runs: it runs at once where it may run during a turn,
 * and is refused otherwise (row 275).
 * @param begin  called before it prints
 * @returns false when the line is no slash command
 */
export function runDuringTurn(line: string, context: SlashContext, begin = () => {}): boolean {
  const read = readSlash(line.trim(), context.commands)
  if (read === null) return false
  begin()
  const refusal = (name: string) =>
    `/${name} is not available while a turn runs. Type it again when the turn has ended.`
  if (skillTask(line, context.wired.deps.guides?.shelf, context.commands) !== null)
    context.print(`${refusal(line.trim().slice(1).split(/\s/)[0] ?? '')}\n`)
  else if (typeof read === 'string') context.print(`${showControls(read)}\n`)
  else if (read.command.isAllowedDuringTurn) void read.command.run(read.rest, context)
  else context.print(`${refusal(read.command.name)}\n`)
  return true
}
