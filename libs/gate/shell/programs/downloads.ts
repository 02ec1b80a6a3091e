import { askAboutFile } from '../contents/source_files.js'
import { readArguments } from '../readers/options.js'
import type { Call, ProgramReader, Spec } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { tryWord } from '../readers/try_word.js'
import { known } from '../state/types.js'

const WGET: Spec = {
  operands: 'try',
  text: '--header -U --user-agent --post-data',
  path: '-i --input-file --post-file --body-file --config',
  write: '-O --output-document -o -a -P',
  code: '--use-askpass',
}

/** curl and wget: what they send, and the files that they write. */
export const downloads: ProgramReader = {
  name: 'downloads',
  programs: {
    curl: {
      operands: 'try',
      text: '-A --user-agent -X --request -u --user -e --referer',
      at: '-H --header --proxy-header -w --write-out -d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string --url-query',
      path: '-T --upload-file -K --config -E --cert --key --cacert --netrc-file -b',
      write: '-o --output -D --dump-header -c --cookie-jar --trace --output-dir',
    },
    wget: WGET,
  },
  /** Notes the files that get the names of the addresses. */
  inspect(call) {
    const { name, args, state, walker } = call
    if (name === 'curl') inspectCurl(call)
    const namedThere = name === 'curl' ? NAMED_BY_SERVER.curl : NAMED_BY_SERVER.wget
    if (args.some(({ text }) => namedThere.test(text ?? '')))
      walker.unsure(`the server names the files that ${name} writes`)
    if (name === 'wget' && args.some(({ text }) => /use_?askpass/i.test(text ?? '')))
      walker.unsure('a setting makes wget run a program')
    const named = args.some(({ text }) =>
      /^-[a-zA-Z]*[OJ]|^--remote-(?:name|header)/.test(text ?? ''),
    )
    if (name === 'curl' && !named) return null
    for (const { text } of readArguments(args, downloads.programs[name] ?? WGET).operands) {
      const base = text
        ?.replace(/[?#].*$/, '')
        .split('/')
        .at(-1)
      walker.noteCreated(base ? known(base) : HERE, state, 'text')
      const isHere = (state.cwds ?? []).some((cwd) => walker.disk.kind(`${cwd}/${base}`) !== null)
      if (base && isHere) walker.usePath(known(base), 'write', state)
    }
    return null
  },
}

/** Options with which the server names the files. */
const NAMED_BY_SERVER = {
  curl: /^-[a-zA-Z]*J|^--remote-header-name$/,
  wget: /^-[a-zA-Z]*[rm](?![a-zA-Z]*=)|^--(?:recursive|mirror|content-disposition|trust-server-names)$/,
}
/** Options with which curl takes passwords from ~/.netrc. */
const NETRC = /^-[a-zA-Z]*n|^--netrc(?:-optional)?$/

/** curl expands `{a,b}` and `[a-z]` in an address itself, and takes options from a file. */
function inspectCurl(call: Call): void {
  const { args, state, walker } = call
  const texts = args.map(({ text }) => text ?? '')
  const isPlain = texts.some((text) => /^(?:--globoff|-[a-zA-Z]*g[a-zA-Z]*)$/.test(text))
  const isLocal = (text: string) =>
    /^(?:--url=)?file:/i.test(text) || texts.includes('--proto-default')
  if (!isPlain && texts.some((text) => isLocal(text) && /[{}[\]]/.test(text)))
    walker.unsure('curl expands the address of a file itself')
  const { options } = readArguments(args, downloads.programs.curl ?? WGET)
  for (const { name, value } of options) {
    if (/^(?:-K|--config)$/.test(name) && value) {
      askAboutFile(value, call)
      if (value.text === '/dev/fd/63') walker.unsure('curl takes its options from another command')
    }
    // `@file;headers=@file`
    if (/^(?:-F|--form)$/.test(name) && value) tryWord(value, call)
    if (NETRC.test(name) && walker.disk.home !== null)
      walker.usePath(known(`${walker.disk.home}/.netrc`), 'read', state)
  }
}
