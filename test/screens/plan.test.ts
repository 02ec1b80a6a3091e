import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Flow, playFlows } from '../kit/screens/play_flow.js'

const PLAN = 'Plan:\n\n1. Read `value.txt`.\n2. Replace *one* by *two*.'
const AGAIN = 'Plan: replace one by three in value.txt.'
const change = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const end = act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }])
const read = act(['read_file', { path: 'value.txt' }])

function flow(name: string, title: string, play: Flow['play']): Flow {
  let left: ReturnType<typeof act>[] | null = null
  return {
    name,
    title,
    files: { 'value.txt': 'one\n' },
    args: ['--permission-mode', 'plan'],
    replies({ body }, number) {
      if (number === 1) left = null
      if (left === null && body.includes('Carry out this plan')) left = [read, change]
      if (left !== null) return streamed(left.shift() ?? end)
      return streamed(say(body.includes('three instead') ? AGAIN : PLAN))
    },
    async play(player) {
      await player.press('replace one by two in value.txt\r')
      await player.sees('carry out')
      await player.picture('offered')
      await play(player)
    },
  }
}

playFlows(t, [
  flow('plan_accepted', 'a plan is accepted with its edits', async ({ press, sees, picture }) => {
    await press('a\r')
    await sees('· changed')
    await picture('carried out')
  }),
  flow('plan_asked', 'a plan is accepted, and each edit is asked for', async (player) => {
    await player.press('y\r')
    await player.sees('allow?')
    await player.picture('first edit')
  }),
  flow('plan_refused', 'a plan is refused with a reason and made again', async (player) => {
    await player.press('n three instead of two\r')
    await player.sees('three in value.txt')
    await player.sees('carry out this')
    await player.picture('again')
    await player.press('n\r')
    await player.picture('refused')
  }),
  flow(
    'plan_edited',
    'a plan comes back to the prompt to be edited',
    async ({ press, picture }) => {
      await press('e\r')
      await picture('edit')
      await press(' And say so.')
      await picture('typed')
    },
  ),
])
