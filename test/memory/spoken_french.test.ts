import t from 'tap'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { onlyTeaches } from '../../libs/planner/request/taught_words.js'

const RULES = [
  'Fais jamais de commit sans tests.',
  'Fais plus jamais de push sur main.',
  'Utilise jamais var.',
  'Mets jamais de secret dans les logs.',
  'Change jamais une migration publiée.',
  'Ne change plus jamais la version de Node.',
  'Ne corrige jamais un test en le supprimant.',
]
const OTHERS = [
  'Le total ne change jamais.',
  'Le prix change jamais quand on filtre.',
  'Le bouton ne change plus jamais de couleur.',
  'Ça change jamais.',
  'Change jamais de couleur quand je clique.',
  "Ne change jamais d'état, ce bouton.",
  'Affiche jamais le total.',
  'Marche jamais chez moi.',
  'Tu fais jamais attention.',
  'Change la couleur du bouton.',
]

t.test('a French order with jamais is a rule, also without ne and with change', (t) => {
  for (const text of RULES) {
    t.equal(findRules(text).rules[0]?.quote, text)
    t.ok(onlyTeaches(text), `${text} asks for nothing now`)
  }
  for (const text of OTHERS) t.same(findRules(text).rules, [], text)
  t.end()
})

t.test('"Alles, was … ist, braucht …" is named, because it may be the task of today', (t) => {
  for (const text of [
    'Alles, was öffentlich ist, braucht einen Kommentar.',
    'Alles was exportiert ist, braucht einen Test.',
  ])
    t.same(findRules(text).doubtful, [text])
  for (const text of ['Alles, was falsch ist, braucht einen Hinweis.', 'The list was empty.'])
    t.same(findRules(text).doubtful, [], text)
  t.end()
})
