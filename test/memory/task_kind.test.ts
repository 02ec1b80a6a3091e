import t from 'tap'
import { chooseRules } from '#memory'
import { clauseOf } from '../../libs/memory/rules/conditions/clause.js'
import { isOtherClause } from '../../libs/memory/rules/question_clause.js'
import { kindOfTask } from '../../libs/memory/rules/task_kind.js'
import { firstSlow } from '../kit/long_texts.js'

t.test('a task that begins with a clause of its own is no question, in four languages', (t) => {
  for (const task of [
    'When a user logs out, clear the cart',
    'when the list is empty show a hint',
    'Where a price is missing, show a dash',
    'what the user typed must be trimmed',
    'how the total is rounded must be configurable',
    'who forgot to stamp must be able to add it later',
    'do not show the banner twice',
    'do the same for the list of orders',
    'comment out the call of trace',
    'Comment the loop of the parser.',
    'que la máquina prefiera capturar piezas',
    'Que se pueda cancelar un viaje desde la app',
    'que les parents puissent voir les notes',
    'Wer vergessen hat auszustempeln, soll das nachtragen können',
    'Wo ein Preis fehlt, schreib einen Strich',
    'wie in der Liste soll auch hier der Preis stehen',
    'Was der Nutzer tippt, muss getrimmt werden',
    'wer nicht angemeldet ist, der soll zur Anmeldung kommen',
    'what the user does must be logged',
    'how many rows are shown should be configurable',
  ])
    t.equal(kindOfTask(task), 'code', task)
  t.end()
})

t.test('a question needs no mark, in four languages', (t) => {
  for (const task of [
    ...['when is the cache cleared', 'where is load called', 'when does the job run'],
    ...['what must I change for that', 'which files should I read, and why'],
    ...['who calls load', 'do we need the cache', 'how does the parser end', 'what does it do'],
    ...['what do users have to install', 'how does a user have to log in'],
    ...['how many retries should there be', 'how many users must be logged in for this to fail'],
    ...['what permissions does a user need to have', 'what values should the flag take'],
    ...['wie funktioniert der Parser, der die Datei liest', 'wie viele Nutzer müssen da sein'],
    ...['was macht die Funktion, die hier steht', 'welche Tests soll die CI ausführen'],
    ...['wer ruft load auf', 'wie funktioniert der Parser, und wo beginnt er', 'was soll ich tun'],
    ...['que fait cette classe', 'comment marche le cache', 'où est appelée load'],
    ...['qué hace esto', 'que hace la función load', 'cuál es la diferencia', 'dónde se llama'],
    ...['When a user logs out, is the cart cleared?', 'que la lista sea vacía, ¿es un error?'],
  ])
    t.equal(kindOfTask(task), 'answer', task)
  t.end()
})

t.test('a rule that begins with the article "an" says no condition', (t) => {
  const shown = (text: string, task: string) =>
    chooseRules([{ name: 'a', text, created: '' }], { text: task, files: ['src/can.c'] }, 200)
  const rule =
    'Remember: an interrupt handler only copies and returns, the work happens in the main loop.'
  t.equal(shown(rule, 'count lost frames by their id').length, 1)
  t.equal(clauseOf('An der Kasse immer zweimal prüfen.')?.text, 'der Kasse')
  t.equal(clauseOf('An Feiertagen: nie ausliefern.')?.text, 'Feiertagen')
  t.end()
})

t.test('a long task takes linear time to tell from a question', (t) => {
  for (const start of ['what ', 'wer ', 'que ', 'when ']) {
    const place = (text: string) => () => {
      isOtherClause(start + text)
    }
    t.equal(
      firstSlow(place, ['a', 'a ', 'muss', ', ', ', und ', ' should i', '? '], 6_000),
      null,
      start,
    )
  }
  t.end()
})
