import { AircoderError } from './aircoder_error.js'
import { describeSystemError } from './describe_system.js'
import type { ErrorCode } from './errors.js'

/** What the system says about the machine, not about the program. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EIO: 'DISK_ERROR',
  EMFILE: 'TOO_MANY_FILES',
  ENFILE: 'TOO_MANY_FILES',
  EFBIG: 'SYSTEM_REFUSED',
  EROFS: 'SYSTEM_REFUSED',
  ENOTDIR: 'SYSTEM_REFUSED',
  EISDIR: 'SYSTEM_REFUSED',
  ELOOP: 'SYSTEM_REFUSED',
  EACCES: 'SYSTEM_REFUSED',
  EPERM: 'SYSTEM_REFUSED',
  ENOMEM: 'SYSTEM_REFUSED',
  EAGAIN: 'SYSTEM_REFUSED',
}

/** An error of a system call as a coded error; null: it is none, or one that only a bug of ours causes. */
export function asSystemError(error: unknown): AircoderError | null {
  if (!(error instanceof Error)) return null
  // The loader of native modules names the cause in its text only.
  if ('code' in error && error.code === 'ERR_DLOPEN_FAILED')
    return /too many open files/i.test(error.message) ? tooManyFiles(error) : asDriverError(error)
  if (!('syscall' in error)) return asDriverError(error)
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const found = CODES[code]
  if (found === undefined) return null
  const place = path ?? `the call ${syscall}`
  return new AircoderError(
    found,
    { path: place, reason: describeSystemError(error) },
    { cause: error },
  )
}

function tooManyFiles(error: Error): AircoderError {
  const [path = 'a native module'] = error.message.split(': ')
  return new AircoderError(
    'TOO_MANY_FILES',
    { path, reason: 'too many files are open' },
    { cause: error },
  )
}

const PACKAGE = /[\\/]node_modules[\\/]better-sqlite3[\\/]/
/** What the two loaders write in front of a path. */
const BEFORE_PATH = /^(?: → |The module ')/
const OTHER_NODE = 'was compiled against a different Node.js version'
const NOT_BUILT = 'Could not locate the bindings file'

/**
 * A driver of SQLite that cannot be loaded, as a coded error; null: it is none. npm builds it only where it may run the
 * scripts of packages, and for the Node that runs then.
 */
export function asDriverError(error: Error): AircoderError | null {
  const { message } = error
  const line = message.split('\n').find((one) => PACKAGE.test(one))
  if (line === undefined) return null
  const isLoading = 'code' in error && error.code === 'ERR_DLOPEN_FAILED'
  if (!isLoading && !message.startsWith(NOT_BUILT)) return null
  const reason = !isLoading
    ? 'it was not built'
    : message.includes(OTHER_NODE)
      ? `it was built for another Node than ${process.version}`
      : (message.split('\n')[0] ?? '')
  const folder = line.slice(0, line.search(PACKAGE)).replace(BEFORE_PATH, '')
  return new AircoderError('DRIVER_MISSING', { folder, reason }, { cause: error })
}
