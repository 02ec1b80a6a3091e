import { type Language, words } from './language.js'

/** Italian words about work; English ones are the keys. */
export const ITALIAN: Language = {
  markers:
    /(?<!\p{L})(?:aggiungi|aggiungere|aggiunt[aoei]|elimina|eliminat[aoei]|rimuovi|rimoss[aoei]|aggiorna|aggiornat[aoei]|correggi|corrett[aoei]|scrivi|funzioni?|della|delle|nella|nel|gli|il|ho|anche|sono|stat[aoei]|tutti|ed|che)(?!\p{L})/giu,
  letters: /[àèìòù]/i,
  words: words({
    '': 'anche|inoltre',
    functions: 'funzioni',
    function: 'funzione',
    documentation: 'documentazione',
    comments: 'commenti',
    to: 'a(?=\\s+[`\'"]?[\\w/-]+\\.\\w{1,5})|al',
    'I have': 'ho',
    was: '(?:è|è stat[ao])',
    were: 'sono stat[aie]|sono',
    not: 'non',
    all: 'tutt[aie]',
    and: 'ed?',
    but: 'ma',
    the: 'il|l[aoe]|gli',
    a: 'un[ao]?',
    from: 'da|dal|dalla',
    in: 'nel|nella|in',
    added: 'aggiunt[aoei]',
    updated: 'aggiornat[aoei]',
    fixed: 'corrett[aoei]',
    removed: '(?:eliminat|cancellat)[aoei]|rimoss[aoei]',
    written: 'scritt[aoei]',
    add: 'aggiungi|aggiungere|aggiungete',
    update: 'aggiorna|aggiornare|aggiornate',
    fix: 'correggi|correggere|ripara',
    remove: 'elimina|eliminare|rimuovi|rimuovere|cancella|cancellare|togli',
    write: 'scrivi|scrivere|crea|creare',
  }),
}
