/** What the codes of the system mean for a file of the user. */
const SENTENCES: Record<string, string> = {
  EACCES: 'you have no permission for it',
  EPERM: 'the system does not permit it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file is too large for its file system',
  EIO: 'the disk has a read or write error',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder no longer exists',
  ELOOP: 'it is a symbolic link',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'it is in use, by another program or as a mount point',
  ETXTBSY: 'the program runs at the moment',
}

/** An error of the file system as the end of a sentence about the user's file; names no file of our own. */
export function describeFileError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException)?.code
  return (
    (code && SENTENCES[code]) ?? (code ? `the system reports ${code}` : 'the system refused it')
  )
}
