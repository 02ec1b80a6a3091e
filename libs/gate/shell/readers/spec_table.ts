import type { Spec } from './program.js'

const READ: Spec = { operands: 'read', safe: '' }
const HASH: Spec = { operands: 'read', safe: '-c --check' }
const NAMES: Spec = { operands: 'names', safe: '' }
const TEXT: Spec = { operands: 'text', safe: '' }
const PAGER: Spec = {
  operands: 'read',
  plus: true,
  value: '-n -p -P -h -j -x',
  write: '-o -O --log-file',
  path: '-k -T',
}
const RUNNER: Spec = {
  operands: 'try',
  through: true,
  text: '--grep -g -t -k -m --testNamePattern --test-name-pattern --filter --title --message --run -run --bench -G',
}

/**
 * How common programs take their words; whoever is missing is tried word by word. `safe` names the
 * options that take a program off the list of safe commands; programs without it are never on it.
 */
const ROWS: Record<string, Spec> = {
  'cat head tail nl tac rev fold fmt expand unexpand': {
    ...READ,
    value: '-n -c -w -s -t',
  },
  'od hexdump': { ...READ, value: '-A -j -N -S -t -w -e -n -s', path: '-f' },
  xxd: { operands: 'copy', value: '-l -c -s -g -o', safe: '-r' },
  'wc strings cksum sum base64 base32': {
    operands: 'read',
    value: '-w -c -l -s -n -o',
    path: '--files0-from',
    safe: '-r --files0-from',
  },
  uniq: { operands: 'copy', value: '-f -s -w', safe: '' },
  'cut paste column join comm cmp look': {
    ...READ,
    value: '-d -f -c -b -s -t -o -n -i -j -1 -2 -e --output-delimiter --delimiter --fields',
  },
  diff: {
    operands: 'read',
    value: '-U -C -W -I -x -L --label',
    path: '-X --from-file --to-file',
    tree: '-r --recursive',
    safe: '--to-file --from-file',
  },
  sort: {
    operands: 'read',
    value: '-k -t -S --parallel --batch-size',
    path: '--files0-from --random-source',
    write: '-o --output -T',
    code: '--compress-program',
    safe: '-o --output -T --compress-program --files0-from',
  },
  split: { operands: 'try', code: '--filter', value: '-a -b -C -l -n -t' },
  'nc ncat netcat': {
    operands: 'try',
    code: '-e -c --exec --sh-exec --lua-exec',
    value: '-p -s -w',
  },
  'ansible ansible-console': { operands: 'try', code: '-a --args', path: '-i -e', value: '-m -u' },
  'aws gsutil az rclone restic borg duplicity kopia unison croc wormhole magic-wormhole surge gh-pages':
    {
      operands: 'try',
      tree: 'always',
      verb: true,
    },
  tr: TEXT,
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum': HASH,
  'ls dir vdir stat file du df realpath readlink pathchk': {
    ...NAMES,
    value: '-I --ignore -w -T -c --format --printf --block-size -d --max-depth --exclude',
    path: '-f --files-from -m',
    safe: '-f --files-from -m -C --compile',
  },
  tree: { operands: 'names', value: '-L -I -P --charset', write: '-o', safe: '-o -R' },
  'basename dirname': TEXT,
  'echo printf': { operands: 'text', safe: '-v' },
  date: {
    operands: 'text',
    value: '-d --date',
    path: '-r -f --file --reference',
    safe: '-s --set -f --file -r --reference',
  },
  'true false : pwd whoami id uname arch nproc uptime seq sleep expr cal logname tty groups printenv':
    TEXT,
  'which type help whatis apropos': {
    operands: 'text',
    safe: '-C -H -P --pager -d -r',
  },
  jq: {
    operands: 'pattern',
    gives: '-f --from-file',
    text: '--arg --argjson',
    value: '--indent',
    path: '-f --from-file -L',
    safe: '-f --from-file --slurpfile --rawfile -L --arg --argjson',
  },
  'less more most pg bat batcat view zless zcat bzcat xzcat gzcat': PAGER,
  tee: { operands: 'write' },
  'touch truncate': {
    operands: 'write',
    value: '-s -d -t --size --date --time',
    path: '-r --reference',
  },
  'rm rmdir unlink shred mkdir mkfifo mknod chmod chown chgrp chattr setfacl': {
    operands: 'write',
    value: '-s -m -n -d -t --mode --size',
    path: '--reference',
    tree: '-r -R --recursive',
  },
  cp: {
    operands: 'copy',
    value: '-S --suffix',
    write: '-t --target-directory',
    tree: '-r -R -a --recursive --archive',
  },
  mv: { operands: 'copy', value: '-S --suffix', write: '-t --target-directory', tree: 'always' },
  'ln link install': { operands: 'copy', value: '-m -o -g -S', write: '-t --target-directory' },
  scp: { operands: 'copy', value: '-P -o -c -l -S', path: '-i -F', tree: '-r' },
  rsync: {
    operands: 'copy',
    code: '-e --rsh --rsync-path',
    value: '--exclude --include -f --filter --bwlimit',
    path: '--files-from --exclude-from --include-from --password-file --log-file',
    tree: 'always',
  },
  'zip cpio pax': { operands: 'write', value: '-x -i', tree: 'always' },
  '7z 7za 7zr rar ar': { operands: 'write', value: '-x -i', tree: 'always', verb: true },
  man: { operands: 'try', code: '-P --pager -H --html', path: '-l -C', value: '-L -m -M -s -e' },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd lz4 compress uncompress': {
    operands: 'write',
    value: '-S --suffix',
    tree: '-r',
  },
  unzip: { operands: 'read', write: '-d', value: '-x' },
  'ag ack ugrep': {
    operands: 'pattern',
    value: '-A -B -C -m --ignore',
    path: '-p --path-to-ignore',
    tree: 'always',
  },
  'npm pnpm yarn bun jest vitest mocha ava tap pytest tox cargo go mvn gradle gradlew rspec phpunit dotnet ctest playwright cypress':
    RUNNER,
  'gh glab': {
    operands: 'try',
    text: '-t -b --title --body -R --repo --search -q --jq -H -B --label',
    at: '--field',
    path: '-F --body-file',
  },
  curl: {
    operands: 'try',
    text: '-A --user-agent -X --request -u --user -e --referer',
    at: '-H --header --proxy-header -w --write-out -d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string --url-query',
    path: '-T --upload-file -K --config -E --cert --key --cacert --netrc-file -b',
    write: '-o --output -D --dump-header -c --cookie-jar --trace --output-dir',
  },
  wget: {
    operands: 'try',
    text: '--header -U --user-agent --post-data',
    path: '-i --input-file --post-file --body-file --config',
    write: '-O --output-document -o -a -P',
  },
  'docker podman': {
    operands: 'try',
    value: '-t --tag --name -p --publish -l --label -w --workdir -u --user --network',
    path: '--env-file -f --file',
  },
  'kill pkill killall wait ps pgrep top free lsof ulimit umask': { operands: 'text' },
  'make gmake': {
    operands: 'try',
    path: '-f --file --makefile -I',
    value: '-j -l',
    code: '--eval -E',
    sets: true,
  },
  ninja: { operands: 'try', path: '-f', value: '-j -l' },
  'tsc eslint prettier biome ruff mypy black flake8 clippy rustc gcc g++ clang cc': {
    operands: 'try',
  },
}

/** Program -> how it takes its words. */
export const SPECS: ReadonlyMap<string, Spec> = new Map(
  Object.entries(ROWS).flatMap(([names, spec]) =>
    names.split(' ').map((name): [string, Spec] => [name, spec]),
  ),
)

export const UNKNOWN_PROGRAM: Spec = { operands: 'try' }
