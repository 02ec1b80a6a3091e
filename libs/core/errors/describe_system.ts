/** Codes of the system as clauses about the file, folder or address that a sentence names before. */
const CLAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a link or not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission for it',
  EPERM: 'the system does not permit it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EFBIG: 'it would be larger than a file may be here (ulimit -f)',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links point at each other',
  EADDRINUSE: 'another program uses this address',
  EADDRNOTAVAIL: 'this machine does not have this address',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the name is unknown',
  ETIMEDOUT: 'no answer in time',
}

/** An error of the system as a clause: without its code, the name of the call and the path, which the sentence names. */
export function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', message } = error as NodeJS.ErrnoException
  const clause = CLAUSES[code]
  if (clause !== undefined) return clause
  return message.replace(/^(?:\w+ )?E[A-Z]+: /, '').replace(/, \w+(?: '.*')?$/s, '')
}
