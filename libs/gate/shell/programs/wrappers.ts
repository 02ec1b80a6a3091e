import type { ProgramReader } from '../readers/program.js'
import { UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped, ownArguments, type Wrapper } from '../readers/wrapper.js'
import { known } from '../state/types.js'

const ROWS: Record<string, Wrapper> = {
  sudo: {
    value: '-u -g -h -p -C -r -t -T -U --user --group --host --prompt',
    path: '-D -R --chdir --chroot',
    sets: true,
    shellAlone: true,
  },
  doas: { value: '-u -C', shellAlone: true },
  'systemd-run nohup setsid noglob unbuffer chronic': {},
  exec: { value: '-a', skipsFunctions: true },
  time: { value: '-f --format', write: '-o --output', shares: true, safe: true },
  'nix-shell': { code: '--run --command', value: '-p -A --arg', shellAlone: true },
  arch: { value: '-arch', safe: true, safeAlone: true },
  'linux32 linux64 i386 x86_64': { safe: true, shellAlone: true },
  setarch: { safe: true, shellAlone: true },
  'newgrp sg': { own: 1, code: '-c', shellAlone: true },
  nice: { value: '-n --adjustment', safe: true },
  ionice: { value: '-c -n --class --classdata', safe: true },
  'chrt taskset': { own: 1, value: '-p' },
  timeout: { own: 1, value: '-s -k --signal --kill-after', safe: true },
  stdbuf: { value: '-i -o -e --input --output --error', safe: true },
  'strace ltrace': {
    value: '-e -s -p -u -a -P --trace',
    path: '-F --config',
    write: '-o --output',
  },
  flock: { own: 1, ownWrites: true, value: '-w -E --timeout', code: '-c --command' },
  chroot: { own: 1, asks: 'chroot gives paths another meaning' },
  'unshare nsenter bwrap firejail proot fakechroot setpriv capsh': {
    asks: 'it gives the command another view of the disk',
  },
  'busybox toybox': {},
  watch: { value: '-n --interval', text: true },
  'npx bunx pnpx': { value: '-p --package', code: '-c --call' },
  'rlwrap torsocks proxychains proxychains4 caffeinate xvfb-run dbus-run-session faketime': {},
}
const WRAPPERS = new Map(
  Object.entries(ROWS).flatMap(([names, row]) =>
    names.split(' ').map((name): [string, Wrapper] => [name, row]),
  ),
)

/** Programs that run the command after them. */
export const wrappers: ProgramReader = {
  name: 'wrappers',
  programs: Object.fromEntries(Object.keys(ROWS).map((names) => [names, UNKNOWN_PROGRAM])),
  inspect: (call) => {
    const wrapper = WRAPPERS.get(call.name)
    // `sudo -e file` edits, it runs nothing.
    const own = wrapper === undefined ? [] : ownArguments(call.args, wrapper).options
    if (call.name === 'sudo' && own.some(({ name }) => /^(?:-e|--edit)$/.test(name)))
      for (const { text, raw } of call.args)
        if (text === null) call.walker.unsure(`sudo -e edits ${raw}, which is computed`)
        else if (!text.startsWith('-')) call.walker.usePath(known(text), 'write', call.state)
    return wrapper === undefined ? null : inspectWrapped(call, wrapper, call.args)
  },
}
