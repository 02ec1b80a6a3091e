import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { plainFolder } from './tree.js'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())

/** A repository that tracks a protected file, and a Makefile that includes it. */
const root = plainFolder('tracked')
t.teardown(() => rmSync(root, { recursive: true, force: true }))
const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words])
writeFileSync(join(root, '.env'), 'KEY=1\n')
writeFileSync(join(root, 'README.md'), 'text\n')
mkdirSync(join(root, 'src'))
writeFileSync(join(root, 'src/a.ts'), 'a\n')
writeFileSync(join(root, 'Makefile'), '-include .env\nall:\n\techo hi\n')
git('init', '-q')
git('add', '-f', '.')
const env = { PATH: process.env.PATH, HOME: join(root, 'home') }
const workspace = openWorkspace({ root, deny: ['.env', '**/.git/**'], env })

function judge(command: string, mode: Mode): string {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) throw new Error(checked.message)
  const { tool, input } = checked
  const session = { mode, allow: [], approved: [] }
  return decide({ ...gateRequest({ tool, input, workspace, programs, session }), mode }).decision
}

const SHOWS = [
  'git stash list -p',
  'git stash list --patch',
  'git stash list -G KEY',
  'git checkout -p HEAD~1',
  'git restore -p .',
  'git add -p',
  'git add -i',
  'git commit -v',
  'GIT_EDITOR=cat git commit -v',
  'git commit -p -m x',
  'git status -vv',
  'git submodule add ./ sub',
  'git clone . copy',
  'git -C src show',
  'cd src && git diff HEAD~1',
  'cd src && git log -p',
  'cd src && git stash show -p',
  'git archive HEAD | tar x -C out',
  'gh pr checkout 1',
  'make -p',
  'make -pn',
  'make -qp',
  'make --print-data-base',
]

t.test('row 191: what git and make show of a protected file that they know is asked', async (t) => {
  for (const mode of ['default', 'acceptEdits', 'plan', 'yolo'] as const)
    t.same(
      SHOWS.filter((command) => judge(command, mode) === 'allow'),
      [],
      mode,
    )
})

t.test('the same commands with a file of their own, or without the option, are free', async (t) => {
  const free = [
    'git stash list',
    'git status',
    'git status -s',
    'git add -p README.md',
    'git checkout -p README.md',
    'git commit -m x',
    'git -C src show --stat',
    'cd src && git diff .',
    'cd src && git grep KEY',
    'cd src && git archive HEAD',
    'gh pr list',
    'make',
    'make -n',
  ]
  t.same(
    free.filter((command) => judge(command, 'yolo') !== 'allow'),
    [],
  )
})
