import { printInputAlone, printNames } from '../readers/prints.js'
import type { ProgramReader, Spec } from '../readers/program.js'

const READ: Spec = { operands: 'read', safe: '', value: '-n -c -w -s -t' }

/** Programs that print, cut, join, sort or compare the text of files. */
export const text_readers: ProgramReader = {
  name: 'text_readers',
  programs: {
    cat: { ...READ, prints: printInputAlone },
    'head tail tac': { ...READ, prints: printNames },
    'nl rev fold fmt expand unexpand': READ,
    'od hexdump': { ...READ, value: '-A -j -N -S -t -w -e -n -s', path: '-f' },
    xxd: { operands: 'copy', value: '-l -c -s -g -o', safe: '-r' },
    'wc strings cksum sum base64 base32': {
      operands: 'read',
      value: '-w -c -l -s -n -o',
      list: '--files0-from',
      safe: '-r --files0-from',
    },
    uniq: { operands: 'copy', value: '-f -s -w', safe: '', prints: printNames },
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
      path: '--random-source',
      list: '--files0-from',
      write: '-o --output -T',
      code: '--compress-program',
      safe: '-o --output -T --compress-program --files0-from',
      prints: printNames,
    },
    split: { operands: 'try', code: '--filter', value: '-a -b -C -l -n -t' },
    tr: { operands: 'text', safe: '' },
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum': {
      operands: 'read',
      safe: '-c --check',
    },
  },
}
