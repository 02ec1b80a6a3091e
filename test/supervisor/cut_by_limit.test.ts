import t from 'tap'
import { endOf, type RecordedReply } from '#core'
import { openLoop, say } from '../kit/loop.js'

const cut = (content: string): RecordedReply => ({ ...say(content), finish_reason: 'length' })

t.test('a task whose replies were all cut by the limit ends with that reason', async (t) => {
  const files = { 'a.txt': 'a\n' }
  for (const content of [
    'I will now change a.txt as follows, and first I',
    '<tool_call>{"name": "wri',
  ]) {
    const loop = openLoop(t, { files, replies: Array(8).fill(cut(content)) })
    const { result } = await loop.run(loop.add('change a.txt'))
    const said = `${result?.text} ${result?.reason} ${result && endOf(result).hint}`
    t.match(said, /output limit|token limit/, content)
    t.match(said, 'AIRCODER_MAX_OUTPUT', content)
    t.notMatch(said, 'Give the task in other words')
  }
})
