import t from 'tap'
import type { Input } from '#terminal'
import { handleInterrupts } from '../../apps/cli/session/leave/handle_interrupts.js'
import { copy } from '../../apps/cli/session/slash/copy.js'
import { why } from '../../apps/cli/session/slash/why.js'
import type { SlashContext } from '../../apps/cli/session/slash_command.js'
import { freshLedger, makeRead, makeStep, startTask } from '../kit/ledger.js'

t.test('/copy sends no answer that a terminal would cut, and says what to do', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  let [printed, sent] = ['', '']
  const context = {
    wired: { ledger },
    sessionId,
    print: (text: string) => (printed += text),
    toTerminal: (sequence: string) => (sent += sequence),
  } as unknown as SlashContext
  const end = { status: 'resolved' as const, cites: [], proven: false }
  ledger.finish(taskId, { ...end, text: '中'.repeat(24_667) })
  await copy.run('', context)
  t.equal(sent, '')
  t.match(printed, /has 74001 bytes|has 74,001 bytes/)
  t.match(printed, '/export writes it to a file')
  const next = ledger.createTask({ sessionId, text: 'and now?', message: null })
  ledger.finish(next, { ...end, text: '中'.repeat(24_666) })
  await copy.run('', context)
  t.equal(sent, `\x1b]52;c;${Buffer.from('中'.repeat(24_666)).toString('base64')}\x07`)
})

t.test('/why of a row that is no edit says what it is, and blames no other edit', async (t) => {
  const ledger = freshLedger(t)
  const { sessionId, taskId } = startTask(ledger)
  ledger.commit(makeStep(taskId, 1, [makeRead('a.txt', 'one')]))
  const edit = { taskId, taskText: 'x', step: 2, tool: 'patch_file', command: null, files: [] }
  let printed = ''
  const context = {
    wired: { ledger: { ...ledger, appliedEdits: () => [{ ...edit, undone: false }] } },
    sessionId,
    print: (text: string) => (printed += text),
  } as unknown as SlashContext
  await why.run('e1', context)
  t.equal(printed, 'e1 is no edit: file_read of a.txt.\n')
})

t.test('Esc and Ctrl+C stop the open question, and leave the turn that asked it', async (t) => {
  const keys = { escape: () => {}, interrupt: () => {} }
  const interrupts = handleInterrupts({
    onEnd() {},
    onEscape: (handler: () => void) => (keys.escape = handler),
    onInterrupt: (handler: () => void) => (keys.interrupt = handler),
    print() {},
  } as unknown as Input)
  t.teardown(interrupts.release)
  for (const press of ['escape', 'interrupt'] as const) {
    const [turn, question] = [new AbortController(), new AbortController()]
    Object.assign(interrupts, { turn, question })
    keys[press]()
    t.same([question.signal.aborted, turn.signal.aborted], [true, false], press)
    interrupts.question = null
    keys[press]()
    t.equal(turn.signal.aborted, true, `${press} again`)
    interrupts.turn = null
  }
})
