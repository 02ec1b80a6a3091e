import { dirname } from 'node:path'
import type { State, Values } from '../state/state.js'
import type { Disk } from '../state/types.js'
import { valuesOf } from './parameter.js'

/**
 * What an unquoted word that begins with `~` becomes: one's own home, another user's, `~+`, `~-`.
 * @returns null where the tilde is a literal; null in the list where its value is unknown
 */
export function homedirOf(text: string, state: State, disk: Disk): (string | null)[] | null {
  const [, user = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(text) ?? []
  const homes = homesOf(user, state, disk)
  // `~1`: a place on the stack of folders.
  if (homes === null && /^[+-]?\d*$/.test(user)) return [null]
  return homes === null ? null : homes.map((home) => `${home}${rest}`)
}

function homesOf(user: string, state: State, disk: Disk): Values {
  if (user === '') return valuesOf('HOME', state)
  if (user === '+') return state.cwds
  if (user === '-') return valuesOf('OLDPWD', state)
  if (user === 'root') return ['/root']
  if (!/^[a-z_][\w.-]*$/i.test(user) || disk.home === null) return null
  // Accounts live side by side; where one does not, its name alone still meets rules by name.
  return [`${dirname(disk.home)}/${user}`]
}
