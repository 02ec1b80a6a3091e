import t from 'tap'
import { chooseRules } from '#memory'

/** Whether a task shows a rule. */
function shows(text: string, task: string): boolean {
  return chooseRules([{ name: 'a', text, created: '' }], { text: task, files: [] }, 200).length > 0
}

t.test('"for tests we use …" holds where tests are written, in four languages', (t) => {
  for (const rule of [
    'For tests we use vitest.',
    'Für Tests verwenden wir vitest.',
    'Pour les tests on utilise vitest.',
    'Para los tests usamos vitest.',
  ]) {
    t.ok(shows(rule, 'Write a test for the cart.'), rule)
    t.notOk(shows(rule, 'Rename the class Harbour to Port.'), rule)
  }
  t.end()
})

t.test('a long word with a kind of work at its end is of that kind', (t) => {
  const rule = 'Bei Migrationen immer zuerst ein Backup machen.'
  t.ok(shows(rule, 'Schreibe die Datenbankmigration für die Bestellungen.'))
  t.notOk(shows(rule, 'Benenne die Klasse Hafen um.'))
  t.end()
})
