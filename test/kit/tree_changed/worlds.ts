import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mode } from '#core'

/** The file that the world changes, relative to the root. */
export const SUBJECT = 'src/x.txt'

/** What a file of an interrupted edit is to the recovery: the oracle of the matrix. */
export type Meaning =
  /** As the call left it. */
  | 'same'
  /** Nothing is there, and a file can be created. */
  | 'gone'
  /** It must not be written. */
  | 'strange'

/** What somebody did between the kill and the resume. */
export interface World {
  name: string
  /** Changes the tree below `root`; `outside` is an empty folder beside it. */
  change(root: string, outside: string): void
  meaning: Meaning
  deny?: string[]
  mode?: Mode
  /** Why it cannot be made on this machine; null: it can. */
  skip?(): string | null
}

const isRoot = process.getuid?.() === 0

export const WORLDS: readonly World[] = [
  { name: 'nothing changed', meaning: 'same', change: () => {} },
  {
    name: 'the parent is a link to a copy outside',
    meaning: 'strange',
    change(root, outside) {
      cpSync(join(root, 'src'), join(outside, 'copy'), { recursive: true })
      rmSync(join(root, 'src'), { recursive: true })
      symlinkSync(join(outside, 'copy'), join(root, 'src'))
    },
  },
  {
    name: 'the parent is a link to an empty folder outside',
    meaning: 'strange',
    change(root, outside) {
      rmSync(join(root, 'src'), { recursive: true })
      symlinkSync(outside, join(root, 'src'))
    },
  },
  {
    name: 'the parent is a link to where it was moved inside',
    meaning: 'strange',
    change(root) {
      renameSync(join(root, 'src'), join(root, 'moved'))
      symlinkSync('moved', join(root, 'src'))
    },
  },
  {
    name: 'the parent is a file',
    meaning: 'strange',
    change(root) {
      rmSync(join(root, 'src'), { recursive: true })
      writeFileSync(join(root, 'src'), 'a file now')
    },
  },
  replaced('a folder', (path) => mkdirSync(path)),
  replaced('a folder with files', (path) => {
    mkdirSync(path)
    writeFileSync(join(path, 'inner.txt'), 'inner')
  }),
  replaced('a pipe', (path) => execFileSync('mkfifo', [path])),
  {
    ...replaced('a device', (path) => execFileSync('mknod', [path, 'c', '1', '3'])),
    skip: () => (isRoot && canMakeDevices() ? null : 'only root can make a device'),
  },
  {
    name: 'the path is a link to a copy outside',
    meaning: 'strange',
    change(root, outside) {
      const path = join(root, SUBJECT)
      if (existsSync(path)) cpSync(path, join(outside, 'copy.txt'))
      else writeFileSync(join(outside, 'copy.txt'), 'outside')
      rmSync(path, { force: true })
      symlinkSync(join(outside, 'copy.txt'), path)
    },
  },
  {
    name: 'the path is a link that leads nowhere outside',
    meaning: 'strange',
    change(root, outside) {
      rmSync(join(root, SUBJECT), { force: true })
      symlinkSync(join(outside, 'none.txt'), join(root, SUBJECT))
    },
  },
  { ...replaced('other content', (path) => writeFileSync(path, 'theirs')) },
  {
    name: 'the file is deleted',
    meaning: 'gone',
    change: (root) => rmSync(join(root, SUBJECT), { force: true }),
  },
  {
    name: 'the parent is deleted',
    meaning: 'gone',
    change: (root) => rmSync(join(root, 'src'), { recursive: true }),
  },
  {
    name: 'the parent is renamed',
    meaning: 'gone',
    change: (root) => renameSync(join(root, 'src'), join(root, 'renamed')),
  },
  {
    name: 'the file has other permission bits',
    meaning: 'same',
    change(root) {
      if (existsSync(join(root, SUBJECT))) chmodSync(join(root, SUBJECT), 0o751)
    },
  },
  {
    name: 'the file is unreadable',
    meaning: 'strange',
    change(root) {
      if (!existsSync(join(root, SUBJECT))) writeFileSync(join(root, SUBJECT), 'theirs')
      chmodSync(join(root, SUBJECT), 0o000)
    },
    skip: () => (isRoot ? 'root reads every file' : null),
  },
  replaced('a socket', (path) =>
    execFileSync(process.execPath, [
      '-e',
      "require('net').createServer().listen(process.argv[1], () => process.exit())",
      path,
    ]),
  ),
  replaced('a sparse file of 3 GiB', (path) => {
    writeFileSync(path, '')
    truncateSync(path, 3 * 2 ** 30)
  }),
  replaced('a link to itself', (path) => symlinkSync('x.txt', path)),
  replaced('a link to a file of the same content beside it', (path) => {
    writeFileSync(join(dirname(path), 'twin.txt'), 'old\n')
    symlinkSync('twin.txt', path)
  }),
  {
    name: 'the file has another name outside',
    meaning: 'strange',
    change(root, outside) {
      const path = join(root, SUBJECT)
      writeFileSync(path, 'theirs')
      linkSync(path, join(outside, 'twin.txt'))
    },
  },
  {
    name: 'the name is written in capitals',
    meaning: 'gone',
    change(root) {
      const path = join(root, SUBJECT)
      if (existsSync(path)) renameSync(path, path.replace('x.txt', 'X.TXT'))
    },
  },
  {
    name: 'its times are of the year 1970',
    meaning: 'same',
    change(root) {
      const path = join(root, SUBJECT)
      if (existsSync(path)) utimesSync(path, 0, 0)
    },
  },
  {
    name: 'the folder is a repository now, with a commit of everything',
    meaning: 'same',
    change(root) {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
      git('init', '-q')
      git('add', '-A')
      git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'all')
    },
  },
  { name: 'a deny rule covers it', meaning: 'strange', deny: ['src/**'], change: () => {} },
  { name: 'plan mode', meaning: 'same', mode: 'plan', change: () => {} },
]

function replaced(what: string, make: (path: string) => void): World {
  return {
    name: `the path is ${what}`,
    meaning: 'strange',
    change(root) {
      const path = join(root, SUBJECT)
      rmSync(path, { force: true })
      mkdirSync(dirname(path), { recursive: true })
      make(path)
    },
  }
}

function canMakeDevices(): boolean {
  const path = join(process.env.TMPDIR ?? '/tmp', `device-${process.pid}`)
  try {
    execFileSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(path, { force: true })
  }
}
