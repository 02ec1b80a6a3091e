import { createAudit } from './audit.js'
import { createCodes } from './codes.js'
import { createMailer } from './mailer.js'
import { createRateLimit } from './rate_limit.js'
import { createHandler } from './routes.js'
import { createSessions } from './sessions.js'
import { createStore } from './store.js'
import { createUsers, SAMPLE_USERS } from './users.js'

/** Wires the parts together. Tests pass a fixed clock, a known code and a memory transport. */
export function createApp({ config, clock, makeCode, transport, users = SAMPLE_USERS }) {
  const audit = createAudit(clock)
  const store = createStore()
  const sessions = createSessions({ config, clock, store })
  const parts = {
    audit,
    sessions,
    users: createUsers(users),
    codes: createCodes({ clock, makeCode, lifeSeconds: config.codeSeconds }),
    mailer: createMailer(transport, config.mailFrom),
    loginLimit: createRateLimit({ clock, max: config.loginsPerMinute, windowSeconds: 60 }),
  }
  return { handle: createHandler(parts), sessions, audit }
}
