import { statSync } from 'node:fs'
import { addToken, isLive, makeToken, openTokenFile } from '#relay'
import { findUser, readSettingsObject, writeWhole } from '../system/files.js'
import { USER } from '../system/places.js'
import { type SetupTools, type SetupWish, type StepReport, settingsToBe } from './step.js'

/** Writes the settings file; other values in it stay. */
export function makeSettings(wish: SetupWish): StepReport[] {
  const { places, live, dryRun } = wish
  const step = 'settings'
  const old = readSettingsObject(places.config)
  const next = { engine: 'ollama', stateDir: places.state, ...settingsToBe(wish) }
  const owner = live ? findUser(places.passwd, USER) : null
  const text = `${places.config} (600)`
  if (JSON.stringify(old) === JSON.stringify(next) && isOurs(places.config, owner))
    return [{ step, state: 'there', text }]
  if (dryRun) return [{ step, state: 'would', text: `write ${text}` }]
  writeWhole(places.config, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, owner })
  return [{ step, state: 'done', text }]
}

/** Creates the first token if there is none. It is shown once; only its digest is stored. */
export function makeFirstToken(wish: SetupWish, tools: SetupTools): StepReport[] {
  const { places, dryRun, person } = wish
  const step = 'token'
  const settings = settingsToBe(wish)
  const folder = typeof settings.stateDir === 'string' ? settings.stateDir : places.state
  const store = openTokenFile(folder)
  const now = new Date(tools.nowMs())
  const chosen = Array.isArray(settings.tokens) ? settings.tokens.length : 0
  const live = store.read().filter((token) => isLive(token, now.getTime()))
  const count = chosen + live.length
  if (count > 0)
    return [
      { step, state: 'there', text: `${count} ${count === 1 ? 'person has' : 'people have'} one` },
    ]
  if (dryRun) return [{ step, state: 'would', text: `create the first, for ${person}` }]
  const made = makeToken()
  store.change((tokens) => addToken(tokens, person, made, {}, now))
  tools.showToken(person, made.token)
  return [{ step, state: 'done', text: `the first, for ${person}, in ${store.path} as a digest` }]
}

function isOurs(path: string, owner: { uid: number; gid: number } | null): boolean {
  const { mode, uid, gid } = statSync(path)
  if ((mode & 0o777) !== 0o600) return false
  return owner === null || (uid === owner.uid && gid === owner.gid)
}
