const MAX_ENTRIES = 1000

/** What happened, oldest first, as rows of time, event and subject. Old rows fall off the front. */
export function createAudit(clock) {
  const rows = []

  return {
    add(event, subject) {
      rows.push([new Date(clock.now() * 1000).toISOString(), event, subject])
      if (rows.length > MAX_ENTRIES) rows.shift()
    },
    list: () => rows.map((row) => [...row]),
  }
}
