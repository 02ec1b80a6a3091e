/** People who may sign in until a real directory is attached. */
export const SAMPLE_USERS = [
  { id: 'ada', email: 'ada@example.test', role: 'admin' },
  { id: 'kurt', email: 'kurt@example.test', role: 'member' },
  { id: 'grace', email: 'grace@example.test', role: 'auditor' },
]

export function createUsers(list) {
  const byAddress = new Map(list.map((user) => [normalize(user.email), user]))

  return {
    byEmail: (email) => byAddress.get(normalize(email)) ?? null,
  }
}

function normalize(email) {
  return String(email).trim().toLowerCase()
}
