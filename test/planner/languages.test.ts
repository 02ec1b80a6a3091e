import t from 'tap'
import { inEnglish } from '../../libs/planner/judge/words/in_english.js'
import { ITALIAN } from '../../libs/planner/judge/words/languages/italian.js'
import { PORTUGUESE } from '../../libs/planner/judge/words/languages/portuguese.js'
import { hasUnreadLatin } from '../../libs/planner/judge/words/unread_latin.js'

/** Each row of a language is in one of its sentences. */
const SENTENCES = [
  {
    language: ITALIAN,
    read: {
      'Ho corretto anche il parser ed aggiornato la documentazione.':
        'I have fixed the parser and updated the documentation.',
      'Le funzioni sono state aggiunte e ogni funzione è registrata, ma i test non sono stati scritti.':
        'the functions were added and each function was logged, but i test not were written.',
      'Tutte le altre classi sono più veloci con meno memoria dalla cache e nel modulo.':
        'all the other classi were faster con less memory from cache and in modulo.',
      'I moduli e i commenti sono nella cartella, il metodo è stato rimosso.':
        'I modules and i comments were in cartella, the method was removed.',
      'Aggiungi un metodo nel modulo, al parser e a src/a.ts.':
        'add a method in modulo, to parser and to src/a.ts.',
      'Correggi la funzione da `a` ed aggiorna la documentazione.':
        'fix the function from `a` and update the documentation.',
      'Rinomina la classe ed elimina tutti i commenti.':
        'rename the class and remove all i comments.',
      'Scrivi ogni errore nel log, registra ed semplifica la funzione.':
        'write each errore in log, log and refactor the function.',
    },
  },
  {
    language: PORTUGUESE,
    read: {
      'Também corrigi o tratamento de erros e a validação de entradas; o teste de regressão passou.':
        'I fixed the error handling and the input validation; the regression test passes.',
      'Os testes unitários passam e um teste foi escrito, mas nem todas as funções são novas.':
        'the tests pass and a test was written, but not all the functions are new.',
      'Adicionei a função ao arquivo src/a.ts e atualizei os arquivos e os comentários dos outros módulos.':
        'I added the function to file src/a.ts and I updated the files and the comments of other modules.',
      'Cada método registrado da classe está agora mais rápido, com menos memória e sem cache em produção.':
        'each method logged of class is now faster, com less memory and without cache to production.',
      'Alterei o registro de logs em src e removi o erro; a mudança já foi concluída.':
        'I changed the logging in src and I removed the bug; the change already was done.',
      'Vou escrever três testes novos: criei dois, ambos foram criados, e escrevi a documentação.':
        'I will escrever three tests new: I created two, both were created, and I wrote the documentation.',
      'Rodei os testes e implantei; foi implantado, documentado, implementado, substituído e renomeado.':
        'I ran the tests and I deployed; was deployed, documented, implemented, replaced and renamed.',
      'Os arquivos foram adicionados, atualizados, corrigidos, alterados, removidos e a função passa.':
        'the files were added, updated, fixed, changed, removed and the function passes.',
      'Corrija o erro, adicione um teste, atualize, remova e escreva a função.':
        'fix the bug, add a test, update, remove and write the function.',
      'Renomeie a classe, refatore a função e registre cada erro na validação das entradas.':
        'rename the class, refactor the function and log each bug in input validation.',
    },
  },
]

t.test('Italian and Portuguese words about work are read, each of them', async (t) => {
  for (const { language, read } of SENTENCES) {
    for (const [sentence, english] of Object.entries(read)) t.equal(inEnglish(sentence), english)
    const unread = language
      .words()
      .filter(([source]) => !Object.keys(read).some((sentence) => sentence.search(source) >= 0))
    t.same(
      unread.map(([, english]) => english),
      [],
    )
  }
})

t.test('a language that is not read is found; words that the task shows are known in each', (t) => {
  const unread = 'De functie geeft nu het juiste bedrag terug en alle proeven slagen.'
  const named = 'Alfa bravo charlie delta echo foxtrot.'
  for (const text of [unread, named]) t.ok(hasUnreadLatin(text, ''), text)
  t.notOk(hasUnreadLatin(named, 'alfa, bravo, charlie, delta, echo, foxtrot'))
  for (const text of [
    'Die Funktion gibt jetzt den richtigen Betrag zurück und alle Tests laufen durch.',
    'La fonction renvoie maintenant le bon montant et tous les tests passent.',
    'Todas las pruebas pasan y la función devuelve el importe correcto.',
  ])
    t.notOk(hasUnreadLatin(text, ''), text)
  t.end()
})
