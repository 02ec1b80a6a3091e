import t from 'tap'
import { budgetFor, loadSections, type PromptInput, rebuildPrompt } from '#context'
import { estimateTokens } from '#core'

const sections = await loadSections()
const earlier = sections.find(({ name }) => name === 'earlier')

function inputWith(tasks: PromptInput['earlier']): PromptInput {
  return {
    task: 'I was wrong: the port has to be 8850.',
    additions: [],
    earlier: tasks,
    plan: [],
    project: { testCommand: null, entries: [] },
    evidence: [],
    payload: () => '',
    current: () => null,
  }
}

function render(tasks: PromptInput['earlier'], budgetTokens: number): string {
  return earlier?.render(inputWith(tasks), budgetTokens) ?? ''
}

const words = (text: string) => ({ text, status: 'resolved', summary: 'Done.' })
const FILES = Array.from({ length: 9 }, (_, at) => `conf/service_number_${at}.conf`).join(', ')
const LAST = words(`Set the port in ${FILES} to 3910.`)

t.test(
  'the last task of a session keeps its words, the older ones a line while there is room',
  (t) => {
    const olds = Array.from({ length: 40 }, (_, at) =>
      words(`Explain part ${at}. ${'And more. '.repeat(40)}`),
    )
    const text = render([...olds, LAST], 260)
    t.match(text, `- ${LAST.text} -> resolved: Done.`)
    t.match(text, /\(\d+ older ones are in the ledger\)\n- Explain part 3\d/)
    t.ok(estimateTokens(text) <= 260, `${estimateTokens(text)}`)
    t.equal(render([], 260), '')
    t.equal(render([words('')], 10), '', 'no room is no endless loop')
    t.equal(render([LAST], 20), '')
    t.end()
  },
)

t.test('the block of a 4k window has room for it', (t) => {
  const room = Math.floor(earlier?.most?.(560) ?? 0)
  t.match(render([words('Explain it.'), LAST], room), LAST.text)
  const long = render([words('word '.repeat(2_000))], room)
  t.match(long, /characters omitted/)
  t.ok(estimateTokens(long) <= room, `${estimateTokens(long)} of ${room}`)
  t.end()
})

t.test(
  'what was said in the task before takes no room from the first rebuild of the next one',
  (t) => {
    const item = (taskId: string, step: number, words: number) => ({
      seq: taskId === 'a' ? step : 100 + step,
      taskId,
      step,
      message: { role: 'assistant' as const, content: 'word '.repeat(words) },
    })
    const tail = [...Array.from({ length: 17 }, (_, at) => item('a', at + 1, 70)), item('b', 1, 90)]
    const { head } = rebuildPrompt({
      prompt: inputWith([LAST]),
      sections,
      tools: [],
      tail,
      endSeq: 102,
      budget: budgetFor(3_000),
      factor: 1.4,
    })
    t.match(head[1]?.content, LAST.text)
    t.end()
  },
)
