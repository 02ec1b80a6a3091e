/** Errors that a caller can cause. Each class knows its HTTP status. */
class ServiceError extends Error {
  constructor(message, options) {
    super(message, options)
    this.name = new.target.name
  }
}

export class BadRequest extends ServiceError {
  status = 400
}

export class NotSignedIn extends ServiceError {
  status = 401
}

export class TokenError extends ServiceError {
  status = 401
}

export class Base64Error extends ServiceError {
  status = 401
}

export class Forbidden extends ServiceError {
  status = 403
}

export class TooManyRequests extends ServiceError {
  status = 429
}

export function statusOf(error) {
  return error instanceof ServiceError ? error.status : 500
}
