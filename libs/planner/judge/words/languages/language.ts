type Words = readonly (readonly [RegExp, string])[]

/** What a language says about work, and how English says it. */
export interface Language {
  /** Words that few other languages have: two of them in a sentence show it. */
  markers: RegExp
  /** A letter that English does not have; with it one marker is enough. */
  letters: RegExp
  /** Applied in their order. They are made for the first text that needs them: few sessions meet a second language. */
  words(): Words
  /** The participle is at the end: "Ich habe die README aktualisiert". */
  verbLast?: true
}

/** A word or a few of them between spaces and signs, in any case. A part of a path (`src/a.ts`) is no word. */
function word(source: string, english: string): readonly [RegExp, string] {
  return [
    new RegExp(`(?<![\\p{L}\\p{N}_/])(?:${source})(?![\\p{L}\\p{N}_/]|\\.\\w)`, 'giu'),
    english,
  ]
}
export function words(list: Readonly<Record<string, string>>): () => Words {
  return once(() => Object.entries(list).map(([english, source]) => word(source, english)))
}
/** Languages without spaces. */
export function signs(list: Readonly<Record<string, string>>): () => Words {
  return once(() =>
    Object.entries(list).map(([english, source]) => [new RegExp(source, 'gu'), ` ${english} `]),
  )
}

function once(make: () => Words): () => Words {
  let made: Words | null = null
  return () => {
    made ??= make()
    return made
  }
}
