import { toCsv } from './csv.js'
import { BadRequest, NotSignedIn, statusOf } from './errors.js'
import { bearerToken, csv, json, parseJson } from './http.js'
import { requirePermission } from './permissions.js'

const ROUTES = {
  'POST /login': login,
  'POST /sessions': openSession,
  'GET /session': showSession,
  'DELETE /session': closeSession,
  'GET /audit.csv': exportAudit,
}

/** Returns a function from a plain request to a plain answer; errors become JSON answers. */
export function createHandler(parts) {
  return (request) => {
    const route = ROUTES[`${request.method} ${request.path}`]
    if (!route) return json(404, { error: 'no such route' })
    try {
      return route(request, parts)
    } catch (error) {
      return json(statusOf(error), { error: error.message })
    }
  }
}

function login(request, { users, codes, mailer, loginLimit, audit }) {
  const { email } = parseJson(request.body)
  if (typeof email !== 'string') throw new BadRequest('email is missing')
  loginLimit.take(email)
  const user = users.byEmail(email)
  // Same answer for unknown addresses: nobody learns who has an account.
  if (user) mailer.sendCode(user, codes.issue(user.id))
  audit.add('login.asked', email)
  return json(202, { sent: true })
}

function openSession(request, { users, codes, sessions, audit }) {
  const { email, code } = parseJson(request.body)
  const user = users.byEmail(email)
  if (!user || !codes.redeem(user.id, code)) throw new NotSignedIn('wrong or expired code')
  audit.add('session.opened', user.id)
  return json(201, { token: sessions.open(user) })
}

function showSession(request, { sessions }) {
  const claims = sessions.check(bearerToken(request.headers))
  return json(200, { user: claims.sub, role: claims.role })
}

function closeSession(request, { sessions, audit }) {
  const claims = sessions.close(bearerToken(request.headers))
  audit.add('session.closed', claims.sub)
  return json(200, { closed: true })
}

function exportAudit(request, { sessions, audit }) {
  const claims = sessions.check(bearerToken(request.headers))
  requirePermission(claims.role, 'audit.read')
  return csv(toCsv(['time', 'event', 'subject'], audit.list()))
}
