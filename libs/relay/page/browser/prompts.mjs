import { byId, make, redraw, table } from './elements.mjs'
import { duration, percent, whole } from './words.mjs'

/** @typedef {import('../page_types.js').PageData} PageData */
/** @typedef {import('../page_types.js').PagePrompt} PagePrompt */

const COLUMNS = [
  { title: 'Ended' },
  { title: 'Model', minor: true },
  { title: 'Prompt', number: true },
  { title: 'Kept by the engine', number: true },
  { title: 'Changed at' },
  { title: 'Read again', number: true },
]
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** @param {PageData} data */
export function drawPrompts({ prompts }) {
  redraw(byId('prompts'), prompts, () => {
    if (prompts.length === 0)
      return [
        make(
          'p',
          { class: 'empty' },
          'None yet. Here you will see how much of each prompt the engine still had, and what made it read the rest again.',
        ),
      ]
    const rows = prompts.map((prompt) => [
      TIME.format(prompt.at),
      make('span', { class: 'model' }, prompt.model),
      `${whole(prompt.promptTokens)} tokens`,
      kept(prompt),
      leftAt(prompt),
      lost(prompt),
    ])
    return [
      make(
        'div',
        { class: 'scroll' },
        make('table', {}, ...table('Your last prompts', COLUMNS, rows)),
      ),
    ]
  })
}

/** @param {PagePrompt} prompt */
function kept({ promptTokens, reusedTokens }) {
  if (reusedTokens === null) return 'not reported'
  const share = promptTokens === 0 ? 0 : reusedTokens / promptTokens
  return make(
    'span',
    { class: 'meter' },
    make('meter', { min: 0, max: 1, value: share, 'aria-hidden': 'true' }),
    make('span', { class: 'share' }, percent(share)),
  )
}

/** Where it differs from the previous prompt of its session. @param {PagePrompt} prompt */
function leftAt({ left, place }) {
  if (place !== null) return make('code', { class: 'left' }, place)
  return left === 'first' ? 'first of its session' : 'only appended'
}

/** @param {PagePrompt} prompt */
function lost({ lostTokens, lostSeconds }) {
  if (lostTokens === 0) return ''
  const time = lostSeconds === null ? '' : `, ${duration(lostSeconds * 1_000)}`
  return `${whole(lostTokens)} tokens${time}`
}
