import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { resolveSettings } from '#core'
import { openWorkspace, type Workspace } from '#workspace'

/** The text that must never be shown. Every denied file contains it. */
export const SECRET = `PLANTED_SECRET_${randomUUID()}`

/** What the product denies by itself, and a folder of the project's own. */
const DENY = [...resolveSettings([]).deny, 'secrets/']

const DENIED = [
  'work/.env',
  'work/.env.local',
  'work/config/prod.pem',
  'work/secrets/token.txt',
  'work/.git/config',
  'work/packages/api/.env',
  'home/.ssh/id_rsa',
  'home/.aws/credentials',
  'home/.netrc',
  'home/.npmrc',
  'home/.config/aircoder/config.json',
  'home/.local/share/aircoder/projects/x/ledger.sqlite',
]
const FREE: Record<string, string> = {
  'work/README.md': '# A project\nIt reads .env at start.\n',
  'work/src/app.ts': 'export const a = 1\n',
  'work/src/environment.ts': 'export const env = {}\n',
  'work/src/util/deep.ts': 'export const b = 2\n',
  'work/docs/guide.md': 'Do not commit .env\n',
  'work/package.json':
    '{"name":"x","scripts":{"test":"node --test","leak":"cat .env","preload":"cat .env","load":"ls"}}\n',
  'work/list.txt': 'src/app.ts\nREADME.md\n',
  'work/data/numbers.csv': 'a,b\n1,2\n',
  'work/scripts/build.sh': '#!/bin/sh\nset -e\nfor f in "$@"; do echo "$f"; done\n',
  'work/scripts/leak.sh': '#!/bin/sh\ncat ../.env .env\n',
  'work/scripts/deep.sh': '#!/bin/bash\n. ./scripts/leak.sh\n',
  'work/scripts/leak.awk': 'BEGIN { while ((getline l < ".env") > 0) print l }\n',
  'work/scripts/leak.curl': 'url = "file:///absent/.env"\n',
  'work/src/leak.c': '#include <stdio.h>\n#include "../.env"\n',
  'work/src/leak.s': '\t.incbin "../.env"\n',
  'work/src/leak.rs': 'fn main() { print!("{}", include_str!("../.env")) }\n',
  'work/scripts/leak.ftp': 'open example.org\nput .env\n',
  'work/src/leak.xml':
    '<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="../.env"/></a>\n',
  'work/src/plain.xml': '<a b="c">Do not commit .env</a>\n',
  'work/tools/gen.go': 'package tools\n\n//go:generate cat ../.env\n',
  'work/_embed/main.go': 'package main\n\n//go:embed .env\nvar s string\n',
  'work/test/a.test.js': 'console.log(1)\n',
  'work/id_rsa.md': 'how to make a key\n',
  'work/.husky/pre-commit': 'npm test\n',
  'away/note.txt': 'away\n',
}

/**
 * Makes an empty folder whose path has no blank and no letter beyond ASCII: the commands of the tests
 * write `$PWD` without quotes, as models do.
 */
export function plainFolder(name: string): string {
  // In memory first: on a busy disk each of the many small files takes milliseconds.
  const roots = ['/dev/shm', tmpdir(), '/tmp', '/var/tmp']
  const root = roots.find((one) => /^[\w./-]+$/.test(one) && isWritable(one))
  return realpathSync(mkdtempSync(join(root ?? tmpdir(), `${name}-`)))
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Writes the files of the tree below a folder. */
export function plantFiles(base: string): { work: string; home: string } {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  for (const path of DENIED) put(path, `KEY=${SECRET}\n`)
  for (const [path, text] of Object.entries(FREE)) put(path, text)
  const [work, home] = [join(base, 'work'), join(base, 'home')]
  symlinkSync('.env', join(work, 'notes.lnk'))
  symlinkSync('secrets', join(work, 'public'))
  symlinkSync('../away', join(work, 'vendor'))
  linkSync(join(work, '.env'), join(work, 'hard.txt'))
  return { work, home }
}

/** Builds the tree below a folder. @returns the workspace, with its own home */
export function plantTree(base: string): { work: string; home: string; workspace: Workspace } {
  const { work, home } = plantFiles(base)
  // Of the machine's environment only the path of programs counts.
  const env = { PATH: process.env.PATH, HOME: home }
  return { work, home, workspace: openWorkspace({ root: work, deny: DENY, env }) }
}

/** The same workspace for a tree that does not change any more: a folder is searched for denied files once. */
export function unchanging(workspace: Workspace): Workspace {
  const below = new Map<string, ReturnType<Workspace['deniedBelow']>>()
  const deniedBelow = (folder: string) => {
    const found = below.get(folder) ?? workspace.deniedBelow(folder)
    below.set(folder, found)
    return found
  }
  return { ...workspace, deniedBelow }
}

/**
 * The commands of a fixture, one a line, `⏎` for a new line; the first line says what they have in common.
 * `/tmp` becomes a folder that no machine has, so that nothing there plays a part.
 */
export function commandsOf(family: string): string[] {
  const text = readFileSync(new URL(`../fixtures/permit/${family}.txt`, import.meta.url), 'utf8')
  const lines = text.split('\n').slice(1).filter(Boolean)
  return lines.map((line) => line.replaceAll('⏎', '\n').replace(/\/tmp\b/g, '/absent-place'))
}
