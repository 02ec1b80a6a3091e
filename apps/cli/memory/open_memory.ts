import { dirname, join } from 'node:path'
import { type Settings, systemClock } from '#core'
import {
  changeNotes,
  chooseRules,
  currentNotes,
  hashesIn,
  meetNotes,
  type NotePlaces,
  onlyOneLine,
  propose,
  rulesOfResult,
  teach,
  withoutRules,
} from '#memory'
import type { Deps } from '#supervisor'
import { dataFolder, ledgerPath } from '../data/ledger_path.js'
import { surveyProject } from '../trust/survey.js'
import { trustedNotes, trustFilePath, trustNotes } from '../trust/trust_file.js'
import { ruleReader } from './rules_now.js'

/** The folders of notes of a project and of the user. */
export function notePlaces(
  cwd: string,
  settings: Pick<Settings, 'dataDir'>,
  trustFile: string,
): NotePlaces {
  const folder = join(cwd, '.aircoder', 'memory')
  // Skills that the person accepted are known by the same list.
  const present = () => new Set([...hashesIn(folder), ...surveyProject(cwd).notes.values()])
  return {
    project: {
      scope: 'project',
      folder,
      trusted() {
        const known = trustedNotes(trustFile, cwd)
        return (hash) => known.has(hash)
      },
      willWrite: (hashes) => trustNotes(trustFile, cwd, hashes, present),
    },
    user: {
      scope: 'user',
      folder: join(dataFolder(settings), 'memory'),
      // Nobody else writes there.
      trusted: () => () => true,
      willWrite: () => {},
    },
  }
}

/** The same, with the place of trust from the settings. */
export function openPlaces(cwd: string, settings: Pick<Settings, 'dataDir'>): NotePlaces {
  return notePlaces(cwd, settings, trustFilePath(settings))
}

/** Where the model's proposals wait for the person: beside the ledger, which no tool can reach. */
export function openProposals(cwd: string, settings: Pick<Settings, 'dataDir'>) {
  const folder = join(dirname(ledgerPath(settings, cwd)), 'proposed')
  return { folder, places: openPlaces(cwd, settings), day: today() }
}

/**
 * What the loop teaches and reads.
 * @param ownWords  what the person said in a message, without pastes and standard input
 */
export function openMemory(
  cwd: string,
  settings: Pick<Settings, 'dataDir'>,
  ownWords: (message: string) => string = onlyOneLine,
): NonNullable<Deps['memory']> {
  const places = openPlaces(cwd, settings)
  const rulesNow = ruleReader(places, trustFilePath(settings))
  return {
    teach: (message) => teach(ownWords(message), places, today()),
    onlyTeaches: (message) => withoutRules(message, ownWords(message)) === '',
    rules: (task, tokens) => chooseRules(rulesNow(), task, tokens).map(({ text }) => text),
    rulesOf: (result, prompt) => rulesOfResult(rulesNow(), result, prompt).map(({ text }) => text),
    notes: () => currentNotes(places),
    meets: (change) => meetNotes(change, places),
    change: (change, isAllowed) =>
      isAllowed
        ? changeNotes(change, places, today())
        : propose(change, openProposals(cwd, settings)),
  }
}

/** The day as `2026-11-23`, UTC. */
export function today(): string {
  return new Date(systemClock.now()).toISOString().slice(0, 10)
}
