import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openStage } from './stage.mjs'

// Usage: node scripts/confused_user/run.mjs [--short] [--only CHAPTER] [--write FILE]
// A confused user at the built programs, in tmux. Ends with 1 at the first act whose text does not come.

const ALL = [
  'words',
  'answers',
  'typing',
  'stops',
  'kills',
  'neighbours',
  'servers',
  'models',
  'proxy',
  'end',
]
const SHORT = ['answers', 'models']

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = process.argv.slice(2)
const wordAfter = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
const wanted = wordAfter('--only')?.split(',') ?? (words.includes('--short') ? SHORT : ALL)
process.exitCode = await main()

async function main() {
  if (spawnSync('tmux', ['-V']).status !== 0) {
    console.log('skipped: tmux is not installed')
    return 0
  }
  const dist = `${root}/dist`
  if (!existsSync(`${dist}/aircoder.js`)) {
    console.error('There is no dist/aircoder.js. Run `node scripts/build.mjs` first.')
    return 2
  }
  const stage = await openStage({ dist })
  const { page, first, model } = stage
  // `last`: so many of the last lines are shown, where the terminal arranged everything again.
  const act = async (title, perform, { terminal = first, asShown = false, last = 99 } = {}) => {
    await terminal.mark()
    try {
      await perform()
    } finally {
      page.act(title, (await terminal.shown(asShown)).slice(-last))
    }
  }
  let failed = 0
  try {
    await first.sees(/^\[0\] shop\$$/)
    for (const name of wanted) {
      const { title, intro, play } = await import(`./chapters/${name}.mjs`)
      page.chapter(title, intro)
      await play({ ...stage, act })
      const { replies, unexpected } = model.leftOver()
      if (replies + unexpected > 0)
        throw new Error(`${name}: ${replies} replies unused, ${unexpected} requests unexpected`)
      console.log(`${name}: ok, ${page.acts()} acts so far`)
    }
  } catch (error) {
    failed = 1
    console.error(String(error.stack ?? error))
  } finally {
    await stage.close()
  }
  const file = wordAfter('--write')
  if (file !== undefined) writeFileSync(file, page.text(headOf(page.acts())))
  console.log(`${page.acts()} acts, ${failed} failed`)
  return failed
}

function headOf(acts) {
  return [
    '# An hour of a confused user',
    '',
    `Written on ${new Date().toISOString().slice(0, 10)} by \`node scripts/confused_user/run.mjs --write docs/confused_user.md\` (after`,
    '`npm run build`; it needs tmux and ends by itself). Do not edit it.',
    '',
    `A script types what a confused user types: ${acts} acts in a row, at the built \`aircoder\` and`,
    '`aircoder-proxy`, in a real terminal (tmux, bash). The model is a script on loopback; the clock is compressed.',
    'Each act waits for its text on the screen. A mark `────` begins an act; below it is what the terminal',
    'showed that was new: lines, and the rows at the bottom as they stood then. The bar of a session is left out where',
    'it is as in the act before. `[2] shop$` is the prompt of bash with the exit code of the command before.',
    'Folders, ports, ids, process numbers, dates and seconds are replaced by stable ones.',
    '',
  ]
}
