import t from 'tap'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n' }

t.test('a question in any language is answered in text, without a nudge for a call', async (t) => {
  for (const [question, answer] of [
    ['Erkläre mir bitte, was in value.txt steht.', 'In value.txt steht one.'],
    ['value.txt の内容を説明してください。', 'one と書いてあります。'],
    ['Dime por favor qué contiene el archivo value.txt.', 'Contiene one.'],
    ['Что написано в файле value.txt?', 'Там написано one.'],
  ] as const) {
    const loop = openLoop(t, {
      files: FILES,
      replies: [act(['read_file', { path: 'value.txt' }]), say(answer), say('asked too often')],
    })
    const { result } = await loop.run(loop.add(question))
    t.match(result, { subtype: 'resolved', steps: 2, text: answer }, question)
  }
})
