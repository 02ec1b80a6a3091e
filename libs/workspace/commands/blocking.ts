import { join } from 'node:path'
import { projectText } from '../files/project_text.js'
import { splitCommand } from './split_command.js'

/** Programs that run the command after them. */
const WRAPPERS =
  /^(sudo|env|command|exec|time|nohup|nice|npx|bunx|pnpx|dotenv|cross-env|poetry|uv|pipenv|bundle)$/
/** Ends the command that it runs at a deadline. */
const BOUNDED = /^timeout$/
/** Flags with which a program prints information, or runs only once. */
const ENDING_FLAGS =
  /^(--?version|-V|--?help|-h|--once|--run|--no-watch|--watch=false|--watchAll=false)$/

type Reason = 'serves until it is stopped' | 'watches until it is stopped' | 'waits for keys'

/** [program, pattern of its arguments, why it does not end]. */
const BLOCKING: readonly [RegExp, RegExp, Reason][] = [
  [
    /^(vite|nodemon|webpack-dev-server|live-server|http-server|serve|browser-sync|ngrok|caddy)$/,
    /^(?!build\b|optimize\b)/,
    'serves until it is stopped',
  ],
  [
    /^(next|nuxt|nuxi|astro|remix|gatsby|ng|vue-cli-service|parcel|expo|wrangler|netlify|firebase)$/,
    /^(dev|develop|start|serve|preview)\b/,
    'serves until it is stopped',
  ],
  [/^react-scripts$/, /^start\b/, 'serves until it is stopped'],
  [/^webpack$/, /^serve\b|(^| )(-w|--watch)\b/, 'watches until it is stopped'],
  [
    /^(tsc|jest|vitest|mocha|rollup|esbuild|tailwindcss|sass|swc|babel|ava|tap)$/,
    /(^| )(-w|--watch|--watchAll|watch|dev)( |$)/,
    'watches until it is stopped',
  ],
  [/^node$/, /(^| )--watch( |$)/, 'watches until it is stopped'],
  [
    /^(flask|uvicorn|gunicorn|hypercorn|daphne|streamlit|gradio|jupyter|jupyter-lab|mkdocs)$/,
    /^(?!.*\b(routes|shell|build|convert|nbconvert|init|db)\b)/,
    'serves until it is stopped',
  ],
  [/^(php)$/, /(^| )-S\b|^artisan serve\b/, 'serves until it is stopped'],
  [/^rails$/, /^(s|server|console|c)\b/, 'serves until it is stopped'],
  [/^(hugo|jekyll|zola|mdbook|trunk)$/, /^(server|serve|watch)\b/, 'serves until it is stopped'],
  [/^cargo$/, /^(watch|leptos watch)\b/, 'watches until it is stopped'],
  [/^dotnet$/, /^watch\b/, 'watches until it is stopped'],
  [
    /^(gradlew|gradle|mvn|mvnw)$/,
    /\b(bootRun|spring-boot:run|quarkus:dev|quarkusDev)\b|(^| )(-t|--continuous)( |$)/,
    'serves until it is stopped',
  ],
  [
    /^docker-compose$|^docker$|^podman$/,
    /^(compose )?(up|logs .*-f|logs .*--follow)\b(?!.*( -d\b| --detach))/,
    'serves until it is stopped',
  ],
  [
    /^kubectl$/,
    /^(port-forward|proxy)\b|(^| )(-f|--follow|-w|--watch)( |$)/,
    'serves until it is stopped',
  ],
  [/^tail$/, /(^| )(-\w*[fF]\w*|--follow\S*)( |$)/, 'watches until it is stopped'],
  [/^journalctl$/, /(^| )(-\w*f\w*|--follow)( |$)/, 'watches until it is stopped'],
  [/^(watch|entr|watchexec|inotifywait|fswatch)$/, /^/, 'watches until it is stopped'],
  [
    /^(vi|vim|nvim|nano|emacs|pico|micro|helix|hx|less|more|top|htop|btop|tmux|screen|mc)$/,
    /^(?!.*(--batch|-batch|-es?\b|-b\b))/,
    'waits for keys',
  ],
  [/^(ssh|telnet|ftp|sftp)$/, /^\S+$/, 'waits for keys'],
  [
    /^(mysql|psql|sqlite3|redis-cli|mongosh|mongo)$/,
    /^(?!.*(-c\b|-e\b|-f\b|--command|--execute|--eval|["';]|\bselect\b|\bping\b|\.\w))/i,
    'waits for keys',
  ],
]

/** Without arguments and without input from a pipe or file, these wait for keys. */
const SHELLS_AND_REPLS =
  /^(python[\d.]*|ipython|bpython|node|deno|bun|irb|pry|ghci|iex|erl|lua|julia|R|scala|jshell|gdb|ocaml|php|ruby|perl|cat|bash|sh|zsh)$/
/** Without arguments these read their input, which is /dev/null, and end. */
const HARMLESS_BARE = /^(cat|bash|sh|zsh|perl|ruby|lua)$/

const SCRIPT_RUNNERS = /^(npm|pnpm|yarn|bun)$/
const NEST = 3

/**
 * Why a command would not end by itself: a server, a watcher, a pager, an editor or a REPL. Reads the
 * scripts of package.json. A command that ends with `&` is accepted.
 * @returns the reason, or null when the command is expected to end
 */
export function blocksForeground(command: string, root: string): string | null {
  return blocks(command, root, NEST)
}

function blocks(command: string, root: string, depth: number): string | null {
  // With its own `&` the command does not block.
  if (depth === 0 || /(^|[^&])&\s*($|[^&>])/.test(command.replace(/\d?>&\d?|&>/g, ''))) return null
  for (const { words, readers } of splitCommand(command)) {
    const [program = '', ...rest] = unwrap(words)
    const name = program.replace(/^.*\//s, '')
    if (BOUNDED.test(name)) continue
    const text = rest.join(' ')
    if (rest.some((word) => ENDING_FLAGS.test(word))) continue
    const script = scriptOf(name, rest, root)
    const inner = script === null ? null : blocks(script, root, depth - 1)
    if (inner !== null) return `${words.join(' ')} runs \`${script}\`: ${inner}`
    const found = BLOCKING.find(([names, pattern]) => names.test(name) && pattern.test(text))
    // `less` at the end of a pipe prints its input and ends, because there is no terminal.
    const piped = /\|/.test(command)
    if (found && !(piped && found[2] === 'waits for keys') && !endsEarly(readers))
      return `${shorten(words)} ${found[2]}`
    const bare = rest.length === 0 && SHELLS_AND_REPLS.test(name) && !HARMLESS_BARE.test(name)
    if (bare && !/[|<]/.test(command)) return `${name} without arguments waits for keys`
    if (name === 'python' || /^python[\d.]*$/.test(name)) {
      if (/^-m (http\.server|SimpleHTTPServer|flask run|uvicorn|livereload)\b/.test(text))
        return `${shorten(words)} serves until it is stopped`
      if (/^\S*manage\.py runserver\b/.test(text))
        return `${shorten(words)} serves until it is stopped`
      if (text === '-i') return `${name} -i waits for keys`
    }
  }
  return null
}

/** `tail -f x | head -3` ends when its reader ends. */
function endsEarly(readers: readonly string[]): boolean {
  return readers.some((reader) => /^(head|timeout)$/.test(reader))
}

function unwrap(words: readonly string[]): string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    const isWrapper = WRAPPERS.test(word.replace(/^.*\//s, ''))
    if (!isWrapper && !/^\w+=/.test(word) && !(at > 0 && /^(-\S+|run|exec)$/.test(word))) break
    at += 1
  }
  return words.slice(at)
}

/** The text that `npm run dev`, `yarn dev` or `npm start` would run; null when package.json has no such script. */
function scriptOf(name: string, rest: readonly string[], root: string): string | null {
  if (!SCRIPT_RUNNERS.test(name)) return null
  const words = rest.filter((word) => !word.startsWith('-'))
  const script = words[0] === 'run' || words[0] === 'run-script' ? words[1] : words[0]
  try {
    const scripts = JSON.parse(projectText(join(root, 'package.json'))).scripts
    const text: unknown = scripts?.[script ?? '']
    return typeof text === 'string' && text !== '' ? text : null
  } catch {
    // No package.json, or an invalid one.
    return null
  }
}

function shorten(words: readonly string[]): string {
  const text = words.join(' ')
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}
