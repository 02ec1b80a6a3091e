/** Open sessions by id. Ids count up, so they are never used twice in one run. */
export function createStore() {
  const sessions = new Map()
  let last = 0

  return {
    add(session) {
      last += 1
      const id = `s${last}`
      sessions.set(id, { ...session, id })
      return id
    },
    has: (id) => sessions.has(id),
    remove: (id) => sessions.delete(id),
    removeExpired(now) {
      for (const [id, session] of sessions) {
        if (session.expires <= now) sessions.delete(id)
      }
    },
    count: () => sessions.size,
  }
}
