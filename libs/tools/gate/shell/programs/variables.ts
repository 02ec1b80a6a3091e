import { assign, type State, type Values } from '../state.js'
import { known } from '../types.js'
import type { Walker } from '../walker.js'
import { tryWord } from './plain.js'

/** Variables whose value a program loads or obeys before it does its own work. */
const LOADERS =
  /^(?:LD_\w+|DYLD_\w+|BASH_ENV|ENV|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|PYTHONSTARTUP|PYTHONPATH|PYTHONINSPECT|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|GIT_EXEC_PATH|GIT_CONFIG\w*|GIT_TEMPLATE_DIR|JAVA_TOOL_OPTIONS|BASH_FUNC_.*)$/
/** Variables that hold a command. */
const COMMANDS =
  /^(?:PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS)$/
/** Variables under which git takes other places for the repository. */
const PLACES =
  /^(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|ALTERNATE_OBJECT_DIRECTORIES))$/

/** A variable set for one command: what it names and what it would make a program do. */
export function setVariable(name: string, values: Values, state: State, walker: Walker): void {
  const loads =
    LOADERS.test(name) || (name === 'NODE_OPTIONS' && /require|import|loader/.test(String(values)))
  if (loads) walker.unsure(`${name} makes programs load something else first`)
  if (values === null) {
    if (loads || COMMANDS.test(name) || PLACES.test(name))
      walker.unsure(`the value of ${name} is computed`)
  } else if (COMMANDS.test(name)) for (const value of values) walker.inside(value, state)
  else
    for (const value of values)
      for (const part of value.split(':').slice(0, 64)) tryWord(known(part), { walker, state })
  if (name === 'PATH') state.ownPath = true
}

/** `export A=b`, `declare`, `local`: a variable from here on. */
export function keepVariable(name: string, values: Values, state: State, walker: Walker): void {
  const before = state.ownPath
  setVariable(name, values, state, walker)
  state.ownPath = before || name === 'PATH'
  assign(state, name, values)
}
