import { Forbidden } from './errors.js'

const PERMISSIONS = {
  admin: ['session.read', 'audit.read', 'users.write'],
  auditor: ['session.read', 'audit.read'],
  member: ['session.read'],
}

export function mayDo(role, permission) {
  return Object.hasOwn(PERMISSIONS, role) && PERMISSIONS[role].includes(permission)
}

export function requirePermission(role, permission) {
  if (!mayDo(role, permission)) throw new Forbidden(`${role} may not ${permission}`)
}
