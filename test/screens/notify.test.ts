import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const [LOST, FOUND] = ['\x1b[O', '\x1b[I']
const BELL = '\x07'
const OSC = new RegExp(`\x1b\\]9;[^${BELL}]*${BELL}`, 'g')

playFlows(t, [
  {
    name: 'notify',
    title: 'a turn that ends, and a question, where nobody looks reach the terminal as a message',
    env: { TERM_PROGRAM: 'ghostty' },
    replies: (_, number) =>
      streamed(number === 3 ? act(['run_command', { command: 'touch it' }]) : say('It is so.')),
    async play({ press, sees, picture, clear, screen, home, restarts, ended }) {
      let bytes = ''
      screen.output.on('data', (chunk: Buffer) => {
        bytes += chunk
      })
      /** What is written until these words are on the screen, and a little after. */
      const sentBy = async (keys: string, words: string) => {
        bytes = ''
        await press(keys)
        await sees(words)
        // The message follows its row: the next row is drawn after it.
        await press('\x16')
        await sees('from the clipboard')
        return bytes
      }
      t.same((await sentBy(`${LOST}is it so?\r`, '(done')).match(OSC), [
        '\x1b]9;aircoder: done after 1 step\x07',
      ])
      await picture('unattended')
      t.same((await sentBy(`${FOUND}is it so?\r`, '(done')).match(OSC), null)
      t.same((await sentBy(`${LOST}touch it\r`, 'allow?')).match(OSC), [
        '\x1b]9;aircoder waits for an answer\x07',
      ])
      await press('n\r')
      await sees('stopped after')
      await press('\x04')
      await ended()
      mkdirSync(join(home, '.config/aircoder'), { recursive: true })
      writeFileSync(join(home, '.config/aircoder/config.json'), '{ "notify": "bell" }')
      clear()
      await restarts()
      await sees('/help')
      const rung = await sentBy(`${LOST}is it so?\r`, '(done')
      t.equal(rung.split(BELL).length, 2, 'one bell')
      t.notOk(rung.includes('\x1b]9;'))
      await picture('rung')
    },
  },
])
