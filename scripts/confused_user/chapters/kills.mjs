import { readdirSync, readFileSync } from 'node:fs'
import { call, hangAfter, say } from '../model_server.mjs'
import { ASKED, ASKED_IN_RUN, AT_SHELL, OFFERED, TURN_ENDED } from '../screens.mjs'
import { movesOf } from '../user.mjs'

export const title = 'Kills: the session ends in the middle of a step'
export const intro = 'Every committed step is kept. The next start asks what to do with the task.'

const WRITES = /reading the prompt \d+ s|writing/
const EDIT = { path: 'price.mjs', old_str: 'sum + price', new_str: 'sum + Number(price)' }

export async function play(stage) {
  const { act, first, model } = stage
  const { enter } = movesOf(stage)
  const kill = (what) =>
    act(what, async () => {
      process.kill(sessionPid(stage), 'SIGKILL')
      await first.sees(/Killed[\s\S]*\n\[137\] shop\$/)
    })
  await enter('starts again', 'aircoder', OFFERED)
  await enter('forgets the old task', 'f')
  model.script(call('read_file', { path: 'price.mjs' }), call('patch_file', EDIT))
  await enter('gives a task', 'accept prices that are text', ASKED)
  await kill('kills the session at the question')
  await enter('starts it again', 'aircoder', OFFERED)
  // No decision was committed before the kill, so the model is asked again.
  model.script(call('patch_file', EDIT))
  await enter('goes on', 'go on', ASKED)
  model.script(hangAfter('Now I'))
  await enter('allows it', 'y', WRITES)
  await kill('kills it again, after the edit')
  await enter('looks at the ledger', 'aircoder ledger tasks | head -n 3', AT_SHELL)
  await enter('wants to see what an undo would do', 'aircoder undo --dry-run', AT_SHELL)
  model.script(say('price.mjs turns each price into a number.'))
  await enter('resumes it without a session', 'aircoder resume', ASKED_IN_RUN)
  await enter('allows the tests once', 'y', AT_SHELL)
  await enter('resumes a task that does not exist', 'aircoder resume t_unknown', AT_SHELL)
  model.script(hangAfter('First'))
  // The reply that hangs is for this session: it is killed when the model was asked.
  await enter('starts a session with a task', 'aircoder "rename total to sum"', WRITES)
  await kill('kills it')
  const asksBack = say('I did not rename anything yet. Which file do you mean?')
  model.script(asksBack, asksBack)
  await enter('continues the last session', 'aircoder -c', TURN_ENDED)
  await enter('leaves', '/exit', AT_SHELL)
}

/** The process of the session that this terminal shows: the one that works in the project with this home. */
function sessionPid({ home }) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.find((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      const env = readFileSync(`/proc/${pid}/environ`, 'utf8')
      return words.some((word) => word.endsWith('/bin/aircoder')) && env.includes(`HOME=${home}\0`)
    } catch {
      return false
    }
  })
  if (found === undefined) throw new Error('The session has no process.')
  return Number(found)
}
