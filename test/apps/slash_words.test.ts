import t, { type Test } from 'tap'
import type { Mode } from '#core'
import { inLanguage, loadSay, sayEnglish } from '#terminal'
import { changeMode } from '../../apps/cli/session/change_mode.js'
import { clear } from '../../apps/cli/session/slash/clear.js'
import { egress } from '../../apps/cli/session/slash/egress.js'
import { memory } from '../../apps/cli/session/slash/memory.js'
import { mode } from '../../apps/cli/session/slash/mode.js'
import { theme } from '../../apps/cli/session/slash/theme.js'
import { thinking } from '../../apps/cli/session/slash/thinking.js'
import type { SlashCommand, SlashContext } from '../../apps/cli/session/slash_command.js'
import type { Talk } from '../../apps/cli/session/talk.js'
import { freshLedger } from '../kit/ledger.js'

/** A session whose commands only print. */
function session(t: Test) {
  let printed = ''
  let shows = false
  let now: Mode = 'default'
  const at = { name: 'dark', colors: 256 }
  const typed: string[] = []
  const cwd = t.testdir({})
  const context = {
    print: (text: string) => {
      printed += text
    },
    input: { retype: (text: string) => void typed.push(text) },
    setMode: (next: Mode) => {
      now = next
    },
    screen: {
      theme: { now: () => at, choose: (name: string) => Object.assign(at, { name }) },
      drawBar() {},
      toggleThinking: () => {
        shows = !shows
        return shows
      },
      isThinkingShown: () => shows,
    },
    wired: {
      say: sayEnglish,
      cwd,
      settings: { dataDir: t.testdir({}) },
      ledger: freshLedger(t),
      deps: { gate: { mode: () => now } },
    },
  } as unknown as SlashContext
  const run = async ({ run }: SlashCommand, rest = '') => {
    printed = ''
    await run(rest, context)
    return printed.trimEnd()
  }
  return { run, typed, now: () => now, theme: () => at.name, shows: () => shows }
}

t.test('a mode and a theme are found by any case and by their beginning', async (t) => {
  const me = session(t)
  t.equal(await me.run(mode), 'mode default (others: acceptEdits, plan, yolo)')
  for (const [typed, is] of [
    ['Plan', 'plan'],
    ['accept', 'acceptEdits'],
    ['ACCEPTEDITS', 'acceptEdits'],
    ['default', 'default'],
  ] as const) {
    t.equal(await me.run(mode, typed), `mode ${is}`)
    t.equal(me.now(), is)
  }
  t.match(await me.run(mode, 'planning'), 'There is no mode planning.')
  t.match(await me.run(mode, 'pla n'), 'There is no mode pla n.')
  t.match(await me.run(mode, 'y'), 'There is no mode y.', 'one letter is no name')
  t.match(await me.run(mode, 'paln'), 'Did you mean plan?')
  t.equal(me.now(), 'default')
  t.equal(await me.run(theme), 'theme dark, 256 colours (/theme auto, dark, light or none)')
  t.equal(await me.run(theme, 'Light'), 'theme light, 256 colours')
  t.equal(me.theme(), 'light')
  t.match(await me.run(theme, 'blue'), 'There is no theme blue. Themes: auto, dark, light, none.')
})

t.test('/thinking takes on and off, and changes nothing for another word', async (t) => {
  const me = session(t)
  for (const [typed, said, shows] of [
    ['on', 'thinking is shown', true],
    ['on', 'thinking is shown', true],
    ['Off', 'thinking is hidden', false],
    ['off', 'thinking is hidden', false],
    ['', 'thinking is shown', true],
    ['maybe', 'Type /thinking, /thinking on or /thinking off.', true],
  ] as const) {
    t.equal(await me.run(thinking, typed), said)
    t.equal(me.shows(), shows, typed)
  }
})

t.test('/egress lists what there is, and says what it takes', async (t) => {
  const me = session(t)
  t.match(await me.run(egress), /^No request of aircoder to another machine is recorded\./)
  for (const word of ['all', '0', '-1', '12345'])
    t.equal(await me.run(egress, word), '/egress lists the last 10 requests, /egress N the last N.')
})

t.test(
  '/memory takes the words of other agents, names what is near, and brings a text back',
  async (t) => {
    const me = session(t)
    t.match(
      await me.run(memory, 'add always use tabs in Makefiles'),
      'Remembered as use-tabs-in-makefiles',
    )
    t.match(await me.run(memory, 'ls'), 'project  use-tabs-in-makefiles')
    t.match(
      await me.run(memory, 'edit tabs use spaces'),
      'No note is named tabs. Did you mean use-tabs-in-makefiles?',
    )
    t.equal(await me.run(memory, 'edit use-tabs'), 'Change the text in the input line, then Enter.')
    t.same(me.typed, ['/memory edit use-tabs-in-makefiles always use tabs in Makefiles'])
    t.match(await me.run(memory, 'edit'), '/memory edit needs a name')
    t.match(await me.run(memory, 'help'), /^\/memory has list, search, save, edit/)
    t.match(await me.run(memory, 'rm use-tabs'), 'Forgotten: "always use tabs in Makefiles"')
    t.match(await me.run(memory, 'remove use-tabs'), 'No note is named use-tabs.')
  },
)

t.test('/clear says what it does, and how the session is continued', async (t) => {
  const said: string[] = []
  let started = 0
  const clears = (sessionId: string | undefined) =>
    clear.run('', {
      sessionId,
      startNewSession: () => {
        started += 1
      },
      print: (text: string) => void said.push(text),
    } as unknown as SlashContext)
  await clears(undefined)
  await clears('s_1')
  t.same(said, [
    'This session is new: it has no message yet.\n',
    'The next message starts a new session. /resume s_1 goes back to the last one.\n',
  ])
  t.equal(started, 2)
})

t.test('a no to yolo keeps the mode, and yolo is asked about again', async (t) => {
  const asked: string[] = []
  const modes: Mode[] = []
  const answers = ['n', 'y', 'never']
  const input = {
    ask: async (prompt: string) => {
      asked.push(prompt)
      return answers.shift() ?? null
    },
    print() {},
    type() {},
  }
  const state: { mayYolo: boolean } = { mayYolo: false }
  const talk = {
    input,
    state,
    interrupts: { question: null },
    leave() {},
    wired: {
      say: sayEnglish,
      settings: { deny: [] },
      sandbox: { found: Promise.resolve({ program: null }), network: false },
      deps: { gate: { mode: () => modes.at(-1) ?? 'default' } },
      setMode: (next: Mode) => void modes.push(next),
    },
  } as unknown as Talk
  await changeMode('yolo', talk)
  t.same(modes, [])
  await changeMode('yolo', talk)
  t.same(modes, ['yolo'])
  t.same(asked, Array(2).fill('switch to yolo? y = yes · n = no, then Enter: '))
  await changeMode('plan', talk)
  await changeMode('yolo', talk)
  t.equal(asked.length, 2, 'one yes holds for the session')
})

t.test('each of these texts is in Chinese', async (t) => {
  const say = await loadSay('zh')
  let shown = ''
  const print = (text: string) => {
    shown += text
  }
  const input = inLanguage({ print } as never, say)
  const me = session(t)
  for (const [command, rest] of [
    [mode, ''],
    [mode, 'xx'],
    [theme, ''],
    [thinking, 'xx'],
    [egress, 'xx'],
    [memory, 'xx'],
  ] as const) {
    const said = await me.run(command, rest)
    shown = ''
    input.print(`${said}\n`)
    t.match(shown, /\p{Script=Han}/u, said)
  }
})
