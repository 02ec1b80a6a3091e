import { readFileSync } from 'node:fs'
import { findRules } from '../../libs/memory/rules/find_rules.js'

// Sentences of a user in five languages: rules, and others that only sound alike ("remember when it failed?"). Measured:
// rules that are learned, and others that are. parts/sentences.json (80 + 80) was written before statements were read by
// their form: 69 and 17 then. parts/more_sentences.json (40 + 40) was written after that, before its first run.

/** Language -> sentences. */
type Sentences = Record<string, string[]>

export default async function run() {
  const read = (text: string) => JSON.parse(text) as { rules: Sentences; others: Sentences }
  return {
    first: count(read(readFileSync(new URL('./parts/sentences.json', import.meta.url), 'utf8'))),
    second: count(
      read(readFileSync(new URL('./parts/more_sentences.json', import.meta.url), 'utf8')),
    ),
  }
}

function count({ rules, others }: { rules: Sentences; others: Sentences }) {
  const isLearned = (text: string) => findRules(text).rules.length > 0
  const all = Object.values(rules).flat()
  const rest = Object.values(others).flat()
  const missed = all.filter((text) => !isLearned(text))
  const stored = rest.filter(isLearned)
  return {
    rules: all.length,
    learned: all.length - missed.length,
    others: rest.length,
    stored: stored.length,
    missed,
    wrongly_stored: stored,
  }
}
