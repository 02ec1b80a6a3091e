import type { Command, Option } from 'commander'
import { AircoderError, nearestName } from '#core'
import { insteadOf } from './foreign_names.js'
import { pathOf } from './path_of.js'
import { findOption, namesOf, readOption } from './read_option.js'
import { unknownOption } from './unknown_option.js'

/** The command that a command line names, and the words that it parses. */
export interface Chosen {
  command: Command
  words: string[]
}

/**
 * Finds the command and moves the options in front of its name behind it, so that both places mean the same:
 * `--deny X run fix` becomes `run` with the words `--deny X fix`.
 * @throws AircoderError UNKNOWN_COMMAND or UNKNOWN_OPTION for a mistyped name
 */
export function chooseCommand(program: Command, words: readonly string[]): Chosen {
  let command = program
  const moved: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--' || command.commands.length === 0)
      return { command, words: [...moved, ...words.slice(at)] }
    if (word.startsWith('-') && word.length > 1) {
      const { option, takesNext } = readOption(word, command, words[at + 1])
      if (option === null && word !== '--help' && word !== '-h') throw unknownOption(word, command)
      moved.push(word)
      if (takesNext) moved.push(words[++at] ?? '')
      if (option !== null && isOfProgram(option, command))
        return { command, words: [...moved, ...words.slice(at + 1)] }
      continue
    }
    const next = command.commands.find((each) => each.name() === word)
    if (next === undefined && word === 'help' && command === program)
      return helpOn(program, words.slice(at + 1))
    if (next === undefined) {
      refuseTypo(command, words.slice(at))
      return { command, words: [...moved, ...words.slice(at)] }
    }
    command = next
  }
  // A group with a list shows it; its help shows all its commands.
  const list = command.commands.find((each) => each.name() === 'list')
  const wantsHelp = moved.includes('--help') || moved.includes('-h')
  return { command: wantsHelp ? command : (list ?? command), words: moved }
}

/** @throws AircoderError UNKNOWN_COMMAND; a word behind the name of a command stays, and is refused later */
function helpOn(program: Command, words: readonly string[]): Chosen {
  const { command, words: rest } = chooseCommand(program, [...words, '--help'])
  const [word] = rest.filter((each) => !each.startsWith('-'))
  if (command === program && word !== undefined)
    throw new AircoderError('UNKNOWN_COMMAND', {
      program: pathOf(program),
      word,
      near: `It has ${namesOf(program).join(', ')}.`,
      way: '',
    })
  return { command, words: ['--help', ...rest.filter((each) => each !== '--help')] }
}

/** Options of the program itself: behind `-p` every word is a prompt, behind `--version` none has a meaning. */
const OF_PROGRAM = new Set(['--print', '--version'])

function isOfProgram({ long }: Option, command: Command): boolean {
  return (
    OF_PROGRAM.has(long ?? '') &&
    command.commands.every((each) => findOption(long ?? '', each) === null)
  )
}

/** In a sentence a word with two errors is more likely a word of the task, as `rename` beside `resume`. */
const SENTENCE = 2

/** @throws AircoderError UNKNOWN_COMMAND */
function refuseTypo(command: Command, words: readonly string[]): void {
  const [word = ''] = words
  const names = namesOf(command)
  const takesWords = command.registeredArguments.length > 0
  const isSentence = words.filter((each) => !each.startsWith('-')).length >= SENTENCE
  const near = nearestName(word, names, takesWords && isSentence ? 1 : undefined)
  const path = pathOf(command)
  const instead = insteadOf(path, word, words[1])
  if (takesWords && near === null && instead === null) return
  throw new AircoderError('UNKNOWN_COMMAND', {
    program: path,
    word,
    near:
      instead ??
      (near === null ? `It has ${names.join(', ')}.` : `Did you mean \`${path} ${near}\`?`),
    way: takesWords ? WAYS[instead === null ? 'quotes' : 'run'] : '',
  })
}

/**
 * One Latin word where nobody is present is more likely a mistyped command of a script than a task. Other scripts
 * write a sentence without spaces.
 * @throws AircoderError UNKNOWN_COMMAND
 */
export function refuseLoneWord(prompt: string): void {
  const word = prompt.trim()
  if (!/^[\w.-]+$/.test(word)) return
  throw new AircoderError('UNKNOWN_COMMAND', {
    program: 'aircoder',
    word,
    near: '',
    way: WAYS.run,
  })
}

const WAYS = {
  quotes: 'If these words are a task, put them in quotes.',
  run: 'If this word is a task, pass it to `aircoder run`.',
}
