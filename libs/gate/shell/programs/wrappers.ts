import { readArguments, takesNext } from '../readers/options.js'
import { tryWord, wordsOf } from '../readers/plain.js'
import type { Call } from '../readers/program.js'
import { setVariable } from '../readers/variables.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN, unknown } from '../state/types.js'

interface Wrapper {
  /** Options followed by a value. */
  value?: string
  path?: string
  write?: string
  /** Operands of its own that stand before the command. */
  own?: number
  /** Words `A=b` before the command set variables. */
  sets?: true
  /** The words after it are one shell text. */
  text?: true
  /** Options whose value is a shell text. */
  code?: string
  /** What the command sets, it sets for the shell itself. */
  shares?: true
  /** Why even a command that can be read is asked. */
  asks?: string
}

const ROWS: Record<string, Wrapper> = {
  sudo: {
    value: '-u -g -h -p -C -r -t -T -U --user --group --host --prompt',
    path: '-D -R --chdir --chroot',
    sets: true,
  },
  doas: { value: '-u -C' },
  env: { value: '-u --unset', path: '-C --chdir', sets: true },
  'command builtin': { shares: true },
  'systemd-run nohup setsid noglob unbuffer chronic': {},
  exec: { value: '-a' },
  time: { value: '-f --format', write: '-o --output', shares: true },
  'nix-shell': { code: '--run --command', value: '-p -A --arg' },
  nice: { value: '-n --adjustment' },
  ionice: { value: '-c -n --class --classdata' },
  'chrt taskset': { own: 1, value: '-p' },
  timeout: { own: 1, value: '-s -k --signal --kill-after' },
  stdbuf: { value: '-i -o -e --input --output --error' },
  'strace ltrace': { value: '-e -s -p -u -a -P --trace', write: '-o --output' },
  flock: { own: 1, value: '-w -E --timeout', code: '-c --command' },
  chroot: { own: 1, asks: 'chroot gives paths another meaning' },
  'unshare nsenter bwrap firejail proot fakechroot setpriv capsh': {
    asks: 'it gives the command another view of the disk',
  },
  'busybox toybox': {},
  watch: { value: '-n --interval', text: true },
  'su runuser': { own: 1, value: '-s -g -u -w', code: '-c --command' },
  script: { write: '-I -O -B -T', code: '-c --command' },
  'npx bunx pnpx': { value: '-p --package', code: '-c --call' },
  ssh: {
    own: 1,
    text: true,
    value: '-p -l -o -L -R -D -W -b -c -m -e -J -B -w -Q -O',
    path: '-i -F -S',
    write: '-E',
  },
  'rlwrap torsocks proxychains proxychains4 caffeinate xvfb-run dbus-run-session faketime': {},
  'dotenv dotenvx': { path: '-e -f', value: '-v' },
}
/** What a safe command may run through: none of them gives it other rights or another program. */
const HARMLESS = /^(?:command|builtin|time|nice|ionice|timeout|stdbuf|env)$/
/** `uv run CMD` and the like: only with this first word. */
const TWO_WORDS: Record<string, string> = {
  uv: 'run',
  poetry: 'run',
  pipenv: 'run',
  pdm: 'run',
  hatch: 'run',
  bundle: 'exec',
  direnv: 'exec',
  asdf: 'exec',
  mise: 'exec',
}
const WRAPPERS = new Map(
  Object.entries(ROWS).flatMap(([names, row]) =>
    names.split(' ').map((name): [string, Wrapper] => [name, row]),
  ),
)

/** Programs that run the command after them: what they are given themselves, then the command. */
export function runWrapper(call: Call): Output | null {
  const { name, args } = call
  if (name in TWO_WORDS && args[0]?.text === TWO_WORDS[name])
    return runRest(call, name === 'direnv' ? { own: 1 } : {}, args.slice(1))
  if (/^(?:npm|pnpm|yarn)$/.test(name) && /^(?:exec|dlx|x)$/.test(args[0]?.text ?? ''))
    return runRest(call, { code: '-c --call', value: '-p --package' }, args.slice(1))
  const wrapper = WRAPPERS.get(name)
  if (wrapper === undefined) return null
  // `command -v x` only tells where x is.
  if (name === 'command' && args.some(({ text }) => /^-[vV]+$/.test(text ?? ''))) {
    call.walker.part(wordsOf(call), call.state, null)
    return UNKNOWN
  }
  if (name === 'script') return record(call, wrapper)
  if (name === 'env') return runRest(call, wrapper, splitString(args, call))
  // `su - name -c text`: whatever stands where, only -c says what runs.
  if (
    /^(?:su|runuser)$/.test(name) &&
    args.some(({ text }) => /^-c|^--(?:session-)?command/.test(text ?? ''))
  )
    return runRest(
      call,
      { ...wrapper, own: args.length },
      args.filter(({ text }) => text !== '-'),
    )
  if (name === 'runuser' && args.some(({ text }) => /^(?:-u|--user)/.test(text ?? '')))
    return runRest(call, { ...wrapper, own: 0 }, args)
  return runRest(call, wrapper, args)
}

/** script writes what it sees into its operand; its command stands behind -c. */
function record(call: Call, wrapper: Wrapper): Output {
  for (const file of readArguments(call.args, optionsOf(wrapper)).operands)
    call.walker.usePath(file, 'write', call.state)
  return runRest(call, { ...wrapper, own: call.args.length }, call.args)
}

/** `-S 'a b' c`: the words of the text, then those after it. */
function splitString(args: readonly Field[], call: Call): readonly Field[] {
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z0]*S|--split-string)/.test(text ?? ''))
  const before = args[at]?.text
  if (before === null || before === undefined) return args
  const glued = before.replace(/^(?:-[a-zA-Z0]*?S|--split-string=?)/, '')
  const text = glued === '' ? args[at + 1]?.text : glued
  const rest = args.slice(glued === '' ? at + 2 : at + 1)
  // Quotes, variables and escapes of its own are not taken apart here.
  if (text === null || text === undefined || /["'\\$#]/.test(text))
    return vague(args.slice(0, at), text ?? null, rest, call)
  const words = text.split(/\s+/).filter(Boolean).map(known)
  return [...args.slice(0, at), ...splitString([...words, ...rest], call)]
}

function vague(
  before: readonly Field[],
  text: string | null,
  rest: readonly Field[],
  { walker, state }: Call,
): readonly Field[] {
  if (text === null || /[\\$#]/.test(text)) walker.unsure('env -S takes its text apart itself')
  if (text !== null) walker.inside(text, state)
  return [...before, unknown('what env -S is given'), ...rest]
}

function runRest(call: Call, wrapper: Wrapper, args: readonly Field[]): Output {
  const { name, state, walker } = call
  const inner = fork(state, { wrappers: [...state.wrappers, name], depth: state.depth + 1 })
  const start = commandStart(args, wrapper)
  const first = args.slice(0, start)
  const own = readArguments(first, optionsOf(wrapper))
  for (const option of own.options) {
    if (option.value === null) continue
    if (option.kind === 'path') walker.usePath(option.value, 'read', state)
    if (option.kind === 'write') walker.usePath(option.value, 'write', state)
    if (/^(?:-C|--chdir|-D)$/.test(option.name) && option.kind === 'path')
      inner.cwds = moved(option.value, call)
    if (option.kind === 'text') runText([option.value], inner, call)
    if (name === 'ssh' && /command|exec/i.test(option.value.text ?? 'command')) {
      const [, text = ''] =
        /^\w*(?:command|exec)\s*[= ]\s*(.*)$/is.exec(option.value.text ?? '') ?? []
      if (text !== '') walker.inside(text, inner)
      walker.unsure('ssh is told to run a program here')
    }
  }
  for (const option of own.options)
    if (option.kind === 'flag' && option.value) tryWord(option.value, call)
  if (name === 'flock' && own.operands[0]) walker.usePath(own.operands[0], 'write', state)
  if (wrapper.asks) walker.unsure(wrapper.asks)
  const rest = [...args.slice(start)]
  while (wrapper.sets && rest[0]) {
    const [, variable = '', value = ''] =
      /^([^\s=/]+)=(.*)$/s.exec(rest[0].text ?? rest[0].raw) ?? []
    if (variable === '') break
    setVariable(variable, rest[0].text === null ? null : [value], inner, walker)
    rest.shift()
  }
  // Alone it shows something, such as the environment, which holds no secrets.
  if (rest.length === 0)
    walker.part(wordsOf(call), state, name === 'env' ? null : `${name} has no command`)
  if (rest.length === 0) return UNKNOWN
  if (wrapper.text) return runText(rest, inner, call)
  if (name === 'exec' || name === 'command' || name === 'builtin') inner.functions.clear()
  const before = walker.seen.parts.length
  const output = walker.run(rest, inner)
  if (wrapper.shares) {
    const { wrappers, depth, stdin, functions } = state
    Object.assign(state, inner, { wrappers, depth, stdin, functions })
  }
  if (!HARMLESS.test(name))
    for (const part of walker.seen.parts.slice(before)) part.unsafe ??= `it runs through ${name}`
  return output
}

function moved(folder: Field, { state }: Call): readonly string[] | null {
  if (folder.text === null) return null
  if (folder.text.startsWith('/')) return [folder.text]
  return state.cwds?.map((cwd) => `${cwd}/${folder.text}`) ?? null
}

function optionsOf({ value = '', path = '', write = '', code = '' }: Wrapper) {
  return { value, path, write, text: code }
}

/** Where the command begins: after options, their values, and operands of the wrapper's own. */
function commandStart(args: readonly Field[], wrapper: Wrapper): number {
  let own = wrapper.own ?? 0
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === '--') return at + 1 + own
    if (text?.startsWith('-') && text !== '-') {
      if (takesNext(text, optionsOf(wrapper))) at += 1
    } else if (own > 0) own -= 1
    else return at
  }
  return args.length
}

function runText(fields: readonly Field[], state: Call['state'], { name, walker }: Call): Output {
  const texts = fields.map(({ text, several }) => (several ? null : text))
  if (texts.every((text) => text !== null)) {
    const before = walker.seen.parts.length
    const output = walker.inside(texts.join(' '), state)
    for (const part of walker.seen.parts.slice(before)) part.unsafe ??= `it runs through ${name}`
    return output
  }
  walker.unsure(`${name} runs a text that is computed`)
  return UNKNOWN
}
