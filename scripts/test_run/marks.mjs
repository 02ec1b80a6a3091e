/** A line of a process of tests between the reports of two files; the size of the process in bytes follows. */
export const MARK = '# aircoder file end'

/** Names the global symbol under which the bundle of a test file finds its subtest, in place of tap's root. */
export const FILE_TEST = 'aircoder.test.file'
