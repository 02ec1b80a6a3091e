import type { Mode } from '#core'

export interface ToolCase {
  family: 'tool-path' | 'outside' | 'links' | 'control-files' | 'benign tools'
  tool: string
  arguments: Record<string, unknown>
  mode: Mode
  want: 'allow' | 'ask' | 'deny'
}

const MODES: Mode[] = ['default', 'acceptEdits', 'plan', 'yolo']

/** Spellings of denied places, for every tool that takes a path. */
const DENIED = [
  '.env',
  './.env',
  '.env/',
  '.env/.',
  '.ENV',
  'src/../.env',
  'src/./../.env',
  'nothere/../.env',
  'packages/api/.env',
  '.env.local',
  'secrets/token.txt',
  'Secrets/TOKEN.txt',
  'secrets/new/deep.txt',
  'config/prod.pem',
  'config/new.PEM',
  '.git/config',
  '.git/hooks/pre-commit',
  'sub/.git/config',
  '~/.ssh/id_rsa',
  '~/.aws/credentials',
  '~/.npmrc',
  '/proc/self/cwd/x/.env',
  '.env ',
  '.en\u200bv',
  '.env::$DATA',
  'secrets. /token.txt',
]
const LINKED = ['notes.lnk', 'hard.txt', 'public/token.txt', 'public/new.txt', 'public/../.env']
const OUTSIDE = [
  '../away/note.txt',
  'vendor/note.txt',
  'vendor/new.txt',
  '/etc/hostname',
  '~/notes.txt',
  '..',
]
const CONTROL = [
  '.husky/pre-commit',
  '.aircoder/config.json',
  '.aircoder/hooks.json',
  '.mcp.json',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.envrc',
  'lefthook.yml',
  '.pre-commit-config.yaml',
  '.gitmodules',
  '.devcontainer/devcontainer.json',
  '.idea/workspace.xml',
]
const BENIGN = [
  'src/app.ts',
  'src/environment.ts',
  'id_rsa.md',
  'README.md',
  'docs/guide.md',
  'src/.environment',
  'src/env',
  'key.pem.md',
  'config/prod.pem.txt',
  '.gitignore',
  'secretsx/a',
  'src/...ts',
  'src/a. b .ts',
  'src/日本語\u200b.md',
]

const read = (path: string): [string, Record<string, unknown>] => ['read_file', { path }]
const write = (path: string): [string, Record<string, unknown>] => [
  'write_file',
  { path, content: 'x' },
]
const patch = (path: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path, old_str: 'a', new_str: 'b' },
]
const multi = (path: string): [string, Record<string, unknown>] => [
  'multi_edit',
  {
    edits: [
      { path: 'src/app.ts', old_str: 'a', new_str: 'b' },
      { path, old_str: 'a', new_str: 'b' },
    ],
  },
]
const grep = (path: string): [string, Record<string, unknown>] => ['grep', { pattern: 'x', path }]

function cases(
  family: ToolCase['family'],
  paths: readonly string[],
  calls: readonly ((path: string) => [string, Record<string, unknown>])[],
  modes: readonly Mode[],
  want: ToolCase['want'],
): ToolCase[] {
  return paths.flatMap((path) =>
    calls.flatMap((call) =>
      modes.map((mode) => {
        const [tool, given] = call(path)
        return { family, tool, arguments: given, mode, want }
      }),
    ),
  )
}

/** Calls of tools that take paths, and what the contract says of each. */
export const TOOL_CASES: readonly ToolCase[] = [
  ...cases('tool-path', DENIED, [read, write, patch, multi, grep], MODES, 'deny'),
  ...cases('links', LINKED, [read, write, patch, multi], MODES, 'deny'),
  ...cases('outside', OUTSIDE, [read], ['default', 'acceptEdits', 'plan'], 'ask'),
  ...cases('outside', OUTSIDE, [write, patch], ['default', 'acceptEdits'], 'ask'),
  ...cases('control-files', CONTROL, [write, patch, multi], ['default', 'acceptEdits'], 'ask'),
  ...cases('control-files', CONTROL, [write, patch, multi], ['plan'], 'deny'),
  ...cases('benign tools', BENIGN, [read], MODES, 'allow'),
  ...cases('benign tools', BENIGN, [write], ['acceptEdits', 'yolo'], 'allow'),
]
