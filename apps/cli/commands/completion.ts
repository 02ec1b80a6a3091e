import type { Command } from 'commander'
import { AircoderError } from '#core'
import { choicesOf } from '../flags/read_words.js'
import { takesPath } from '../flags/takes_path.js'

/** What the scripts of the shells read: no words, and the shell may complete names of files. */
const NAMES_OF_FILES = ':0\n'
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

/**
 * Prints the script of a shell, which asks this program at each Tab.
 * @returns the exit code
 * @throws  AircoderError OPTION_INVALID for another shell
 */
export async function printCompletion(shell: string, program: Command): Promise<number> {
  if (!SHELLS.some((known) => known === shell))
    throw new AircoderError('OPTION_INVALID', {
      option: `completion ${shell}`,
      reason: `it must be one of ${SHELLS.join(', ')}`,
      form: 'The form is: aircoder completion bash >>~/.bashrc',
    })
  const tab = await loadTab(program)
  const printed = printedBy(() => tab.setup('aircoder', 'aircoder', shell))
  const text = printed.replaceAll('aircoder complete', 'aircoder __complete')
  process.stdout.write(`${shell === 'bash' ? forBash(text) : text}\n`)
  return 0
}

/** The library prints its scripts. */
function printedBy(work: () => void): string {
  const lines: string[] = []
  const { log } = console
  console.log = (text) => void lines.push(String(text))
  try {
    work()
  } finally {
    console.log = log
  }
  return lines.join('\n')
}

/** Bash without the package bash-completion lacks this function. */
const WORDS = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD
        cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]:-}
    }
fi
`

/** The words of the line are quoted, because the script evaluates them: a Tab must run no command of the line. */
function forBash(text: string): string {
  const quoted = text.replace(
    `aircoder __complete -- \${words[@]:1}"`,
    () => `aircoder __complete -- $(printf '%q ' "\${words[@]:1:$((cword - 1))}" \${cur:+"$cur"})"`,
  )
  if (quoted === text) throw new Error('the script of the library has changed')
  // It may be read twice by one shell. Where the program has no words, bash completes the name of a file.
  return (
    WORDS + quoted.replace(/^readonly /gm, '').replace(/^complete -F /m, 'complete -o default -F ')
  )
}

/** Prints what can follow the words of a command line, one a line with its help. @returns the exit code */
export async function completeWords(words: readonly string[], program: Command): Promise<number> {
  if (takesPath(words, program)) {
    process.stdout.write(NAMES_OF_FILES)
    return 0
  }
  const tab = await loadTab(program)
  tab.parse([...words])
  return 0
}

/** The completions of the whole command line, with the words that an option accepts. */
async function loadTab(program: Command) {
  const { default: addTab } = await import('@bomb.sh/tab/commander')
  nameChoices(program)
  const shells = program.commands.find((each) => each.name() === 'completion')
  const [shell] = shells?.registeredArguments ?? []
  if (shell !== undefined) shell.argChoices = [...SHELLS]
  // Its own two commands replace ours: nothing else is read from this command line any more.
  const own: { commands: readonly Command[] } = program
  own.commands = program.commands.filter((each) => !/^(?:__complete|completion)$/.test(each.name()))
  return addTab(program, { completionCommandName: 'completion' })
}

function nameChoices(command: Command): void {
  for (const option of command.options) {
    const choices = choicesOf(option.parseArg)
    if (choices !== null) option.argChoices = [...choices]
  }
  for (const each of command.commands) nameChoices(each)
}
