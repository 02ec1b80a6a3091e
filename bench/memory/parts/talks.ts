import { CHATTER, FACTS, type FactKind } from './facts.js'
import { seeded } from './random.js'

/** A long conversation of two people in sessions, with questions whose evidence is known. */
export interface Talk {
  turns: Turn[]
  questions: Question[]
}

export interface Turn {
  id: string
  session: string
  speaker: string
  text: string
  /** Milliseconds since 1970. */
  timestamp: number
}

export interface Question {
  text: string
  kind: 'stated' | 'answered' | 'two facts'
  /** Ids of the turns that hold the answer. */
  evidence: string[]
}

interface Fact {
  who: string
  kind: FactKind
  x: string
  y: string
  turn: string
  answered: boolean
}

/** The shape of LoCoMo: ten talks, some 27 sessions of some 21 turns each, 40 to 60 questions a talk. */
const TALKS = 10
const SESSIONS = 27
const TURNS = 21
const FACTS_A_SESSION = 3
const DAY_MS = 86_400_000
const BEGIN_MS = Date.UTC(2025, 0, 5)
const NAMES = ['Maya', 'Jonas', 'Elif', 'Ruben', 'Sanna', 'Pedro', 'Ines', 'Oleg', 'Tara', 'Hugo']

/** The same talks for the same seed. */
export function makeTalks(seed: number): Talk[] {
  return Array.from({ length: TALKS }, (_, at) => makeTalk(at, seeded(seed * 1_000 + at)))
}

function makeTalk(number: number, random: () => number): Talk {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const names = [NAMES[number] ?? 'A', NAMES[(number + 3) % NAMES.length] ?? 'B'] as const
  const turns: Turn[] = []
  const facts: Fact[] = []
  const free = new Set(
    FACTS.flatMap((kind) => kind.y.flatMap((y) => names.map((who) => `${who} ${y}`))),
  )
  for (let session = 0; session < SESSIONS; session += 1) {
    const day = BEGIN_MS + (session * 9 + number) * DAY_MS
    const say = (speaker: string, text: string): string => {
      const id = `D${number}:${session}:${turns.length}`
      const timestamp = day + turns.length * 60_000
      turns.push({ id, session: `D${number}:${session}`, speaker, text, timestamp })
      return id
    }
    const places = new Set(
      Array.from({ length: FACTS_A_SESSION }, () => Math.floor(random() * TURNS)),
    )
    for (let at = 0; at < TURNS; at += 1) {
      const who = names[at % 2] ?? 'A'
      const other = names[(at + 1) % 2] ?? 'B'
      const kind = pick(FACTS)
      const [x, y] = [pick(kind.x), pick(kind.y)]
      if (!places.has(at) || !free.delete(`${who} ${y}`)) {
        say(who, pick(CHATTER).replaceAll('{y}', pick(pick(FACTS).y)))
        continue
      }
      const fill = (text: string) => text.replaceAll('{x}', x).replaceAll('{y}', y)
      const answered = random() < 0.4
      if (answered) say(other, fill(kind.askFirst[0]))
      const turn = say(who, fill(answered ? kind.askFirst[1] : pick(kind.say)))
      facts.push({ who, kind, x, y, turn, answered })
    }
  }
  return { turns, questions: questionsOf(facts, pick) }
}

/** One question a fact in words of its own; every fifth asks for two facts of one kind at once. */
function questionsOf(facts: readonly Fact[], pick: <T>(list: readonly T[]) => T): Question[] {
  const single = facts.map(({ who, kind, y, turn, answered }): Question => {
    const text = pick(kind.ask).replaceAll('{who}', who).replaceAll('{y}', y)
    return { text, kind: answered ? 'answered' : 'stated', evidence: [turn] }
  })
  const double = facts.flatMap((fact, at): Question[] => {
    const second = facts.slice(at + 1).find(({ kind, y }) => kind === fact.kind && y !== fact.y)
    if (at % 5 !== 0 || second === undefined) return []
    const [one, two] = [fact, second].map(({ who, y }) => `${y} of ${who}`)
    return [
      {
        text: `What do we know about the ${one} and the ${two}?`,
        kind: 'two facts',
        evidence: [fact.turn, second.turn],
      },
    ]
  })
  return [...single, ...double]
}
