import { AsyncLocalStorage } from 'node:async_hooks'

// Replaces the package async-hook-domain in the bundle of tap. That package follows each promise with two
// hooks, from its start to its collection; this one keeps the test in an AsyncLocalStorage, which costs a
// test that makes many promises about a third less.

const storage = new AsyncLocalStorage()
const emit = process.emit
let open = 0

/** What runs after `new Domain(onerror)` belongs to it; onerror gets each error of that which nothing catches. */
export class Domain {
  constructor(onerror) {
    this.onerror = onerror
    this.parent = storage.getStore()
    this.destroyed = false
    storage.enterWith(this)
    open += 1
    if (open === 1) listen()
  }

  destroy() {
    if (this.destroyed) return
    this.destroyed = true
    open -= 1
    if (open === 0) stopListening()
  }
}

function listen() {
  process.on('uncaughtExceptionMonitor', onException)
  process.emit = function (event, ...args) {
    const ours = event === 'unhandledRejection' && this.listenerCount(event) === 0
    return ours ? report(args[0], event) : emit.call(this, event, ...args)
  }
}

function stopListening() {
  process.removeListener('uncaughtExceptionMonitor', onException)
  process.emit = emit
}

function onException(error, origin) {
  if (!report(error, origin)) return
  // The error is reported; without this one-time callback the process would end.
  process.setUncaughtExceptionCaptureCallback(() =>
    process.setUncaughtExceptionCaptureCallback(null),
  )
}

/** @returns whether a domain took the error; an error of a handler goes to the next domain outside */
function report(error, origin) {
  if (process.hasUncaughtExceptionCaptureCallback()) return false
  if (process.listenerCount('uncaughtException') > 0) return false
  const domain = current()
  if (domain === undefined) return false
  try {
    domain.onerror(error, origin)
  } catch (inner) {
    domain.destroy()
    if (!report(inner, 'uncaughtException')) throw inner
  }
  return true
}

function current() {
  let domain = storage.getStore()
  while (domain?.destroyed) domain = domain.parent
  return domain
}
