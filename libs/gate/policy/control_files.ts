/**
 * Files that decide what runs on the machine without another question: git's internals, our own
 * settings, MCP servers, editor tasks, direnv, hook managers, what names programs for package managers, and other agents' settings
 * (docs/design/permissions.md#control-files). A trailing slash marks a folder for the reader. Each entry holds at any depth and for all below.
 */
const CONTROL_FILES: Record<string, readonly string[]> = {
  'git internals': ['.git/', '.gitmodules', '.gitconfig', '.githooks/', '.config/git/'],
  'aircoder settings': ['.aircoder/', '.config/aircoder/'],
  'MCP servers': ['.mcp.json', 'mcp.json', '.mcp/'],
  'editor tasks': [
    '*.code-workspace',
    '.vscode/tasks.json',
    '.vscode/launch.json',
    '.vscode/settings.json',
    '.idea/',
    '.zed/',
    '.devcontainer/',
    '.devcontainer.json',
    '.exrc',
    '.nvimrc',
    '.nvim.lua',
    '.vimrc',
  ],
  'shell and environment start-up': [
    '.envrc',
    '.direnv/',
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.profile',
    '.bash_logout',
    '.zlogin',
    '.zlogout',
    '.inputrc',
    '.config/fish/',
    '.config/autostart/',
    '.config/systemd/',
    'LaunchAgents/',
    'mise.toml',
    '.mise.toml',
    '.ssh/',
  ],
  'programs of package managers': [
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.yarn/plugins/',
    '.yarn/releases/',
    '.pnpmfile.cjs',
    '.pnpmfile.mjs',
    '.cargo/config',
    '.cargo/config.toml',
    '.mvn/',
    '.gdbinit',
    '.lldbinit',
  ],
  'hook managers': [
    '.husky/',
    '.lefthook/',
    'lefthook.yml',
    'lefthook.yaml',
    'lefthook.toml',
    'lefthook.json',
    'lefthook-local.yml',
    '.lefthook.yml',
    '.lefthook.yaml',
    '.pre-commit-config.yaml',
    '.overcommit.yml',
    '.simple-git-hooks.json',
    '.simple-git-hooks.js',
    '.simple-git-hooks.cjs',
  ],
  'settings of other agents': [
    '.claude/',
    '.cursor/',
    '.codex/',
    '.gemini/',
    '.continue/',
    '.windsurf/',
    '.roo/',
    '.kiro/',
    'opencode.json',
    '.opencode/',
  ],
}

const ENTRIES = Object.entries(CONTROL_FILES).flatMap(([family, entries]) =>
  entries.map((entry) => ({ family, parts: fold(entry) })),
)

/** Which family of control files a path belongs to; null for an ordinary file. Case does not matter. */
export function controlFamily(path: string): string | null {
  const parts = fold(path)
  return ENTRIES.find((entry) => holds(entry.parts, parts))?.family ?? null
}

/** The parts of a path as file systems that fold case and composition compare them. */
function fold(path: string): string[] {
  const parts = path
    .normalize('NFC')
    .toLowerCase()
    .split(/[\\/]+/)
  return parts.filter((part) => part !== '.' && part !== '')
}

function holds(entry: readonly string[], parts: readonly string[]): boolean {
  return parts.some((_, at) =>
    entry.every((part, offset) => isSame(part, parts[at + offset] ?? '')),
  )
}

/** An entry may begin with `*` for any beginning. */
function isSame(entry: string, part: string): boolean {
  return entry.startsWith('*') ? part.endsWith(entry.slice(1)) : entry === part
}
