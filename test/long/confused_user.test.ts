import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'

// Two chapters of the confused user, in tmux: answers that are none, and a model that claims and repeats itself.
// All chapters: node scripts/confused_user/run.mjs

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const program = join(process.cwd(), 'scripts/confused_user/run.mjs')

t.test(
  'each act of a confused user gets its text',
  { skip: hasTmux ? false : 'tmux is not installed' },
  async (t) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--short'], {
      encoding: 'utf8',
    })
    t.equal(status, 0, stderr)
    t.match(stdout, /\b[2-9]\d acts, 0 failed/)
  },
)
