import { dirname, join } from 'node:path'
import { showControls } from '#core'
import { findFiles, readFrontMatter } from '#skills'
import { userSettingsPath } from '../language/user_settings_path.js'
import type { Trusts } from '../skills/open_guides.js'
import { expandCommand } from './expand_command.js'

/** A command that the person or the project wrote. */
export interface CustomCommand {
  name: string
  /** What may follow the name. */
  hint?: string
  help: string
  /** The task that it starts with these words. */
  task(words: string): string
}

export interface CustomCommands {
  commands: CustomCommand[]
  /** Files that are not used, with the reason. */
  problems: string[]
}

interface Place {
  folder: string
  label: string
  trusts: Trusts
}

const NAME = /^[A-Za-z0-9][\w.-]{0,62}(?::[A-Za-z0-9][\w.-]{0,62})*$/
const HELP_CHARS = 80

/**
 * Reads `commands/*.md` of the user and of the project. One in a folder is `folder:name`. The project's count after trust, and
 * come before the user's of the same name; no command of the program is replaced.
 * @param known  names of the program's commands
 */
export function loadCustom(cwd: string, trusts: Trusts, known: readonly string[]): CustomCommands {
  const own = join(dirname(userSettingsPath()), 'commands')
  const places: Place[] = [
    { folder: own, label: '~/.config/aircoder/commands', trusts: () => true },
    { folder: join(cwd, '.aircoder/commands'), label: '.aircoder/commands', trusts },
  ]
  const commands = new Map<string, CustomCommand>()
  const problems: string[] = []
  for (const { folder, label, trusts: isTrusted } of places) {
    const found = findFiles(folder, (name) => name.endsWith('.md'))
    const problem = (path: string, reason: string) =>
      void problems.push(showControls(`${path === '.' ? label : `${label}/${path}`}: ${reason}`))
    for (const { path, reason } of found.bad) problem(path, reason)
    if (found.isCut) problem('.', 'it has more files than are read')
    for (const { path, text, hash } of found.files) {
      if (!isTrusted(hash)) continue
      const name = path.slice(0, -'.md'.length).replaceAll('/', ':')
      const made = readCommand(name, text)
      if (known.includes(name)) problem(path, `/${name} is a command of aircoder`)
      else if (typeof made === 'string') problem(path, made)
      else commands.set(name, made)
    }
  }
  const byName = (a: CustomCommand, b: CustomCommand) => (a.name < b.name ? -1 : 1)
  return { commands: [...commands.values()].sort(byName), problems }
}

/** A file as a command, or why it is none. */
function readCommand(name: string, text: string): CustomCommand | string {
  if (!NAME.test(name)) return 'its name has other characters than letters, digits, - _ .'
  const read = text.trimStart().startsWith('---')
    ? readFrontMatter(text.trimStart())
    : { entries: new Map<string, string>(), body: text.trim() }
  if ('reason' in read) return read.reason
  const body = showControls(read.body)
  if (body === '') return 'it has no text'
  const [first = ''] = body.split('\n')
  const hint = read.entries.get('argument_hint')
  return {
    name,
    ...(hint === undefined ? {} : { hint: oneLine(hint) }),
    help: oneLine(read.entries.get('description') || first),
    // The line before the text: what has several lines is no rule that the person taught.
    task: (words) =>
      `The command /${name}${words === '' ? '' : `, with: ${words}`}\n\n${expandCommand(body, words)}`,
  }
}

function oneLine(text: string): string {
  const line = showControls(text.replace(/\s+/g, ' ').trim())
  return line.length <= HELP_CHARS ? line : `${line.slice(0, HELP_CHARS - 1)}…`
}
