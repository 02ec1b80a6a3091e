import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const A_FOLDER = 50
const BUILT = 500

/** A repository with so many committed files of 0.5-4 kB, 50 a folder; created in a new temporary folder. */
export function writeGitTree(files: number): string {
  const root = join(mkdtempSync(join(tmpdir(), 'aircoder-undo-')), 'work')
  for (let at = 0; at < files; at += 1) {
    const folder = join(
      root,
      `part${Math.floor(at / A_FOLDER / 20)}`,
      `sub${Math.floor(at / A_FOLDER) % 20}`,
    )
    if (at % A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    const line = `export const value${at} = ${at} // a line of source\n`
    writeFileSync(join(folder, `file${at}.ts`), line.repeat(10 + ((at * 7) % 70)))
  }
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, '-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'all')
  git(root, 'repack', '-adq')
  return root
}

/** Ten committed files get a line more. */
export function changeTen(root: string): void {
  for (let at = 0; at < 10; at += 1)
    appendFileSync(join(root, 'part0', `sub${at}`, `file${at * A_FOLDER}.ts`), '// changed\n')
}

/** What a build leaves behind, unknown to git and not ignored. */
export function addBuild(root: string): void {
  mkdirSync(join(root, 'build'))
  for (let at = 0; at < BUILT; at += 1)
    writeFileSync(join(root, 'build', `out${at}.js`), `built ${at}\n`.repeat(200))
}

export function git(root: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', args, { cwd: root, env, stdio: 'ignore' })
}
