import { printInput, printNothing } from '../readers/prints.js'
import type { ProgramReader, Spec } from '../readers/program.js'

const TOUCH: Spec = {
  operands: 'write',
  value: '-s -d -t --size --date --time',
  path: '-r --reference',
}
const CHANGE: Spec = {
  operands: 'write',
  value: '-s -m -n -d -t --mode --size',
  path: '--reference',
  tree: '-r -R --recursive',
}
const INSTALL: Spec = {
  operands: 'copy',
  value: '-m -o -g -S',
  write: '-t --target-directory',
  code: '--strip-program',
}

/** Programs that create, copy, move, link and delete files. */
export const file_changes: ProgramReader = {
  name: 'file_changes',
  programs: {
    tee: { operands: 'write', prints: printInput },
    touch: { ...TOUCH, creates: 'files' },
    truncate: TOUCH,
    rm: { ...CHANGE, creates: 'nothing' },
    mkdir: { ...CHANGE, creates: 'nothing', prints: printNothing },
    // Rights are no content.
    'rmdir unlink shred chmod chown chgrp chattr setfacl': { ...CHANGE, creates: 'nothing' },
    'mkfifo mknod': CHANGE,
    cp: {
      operands: 'copy',
      value: '-S --suffix',
      write: '-t --target-directory',
      tree: '-r -R -a --recursive --archive',
    },
    mv: {
      operands: 'copy',
      value: '-S --suffix',
      write: '-t --target-directory',
      tree: 'always',
      creates: 'moved',
    },
    'ln link': { ...INSTALL, creates: 'links' },
    install: INSTALL,
  },
}
