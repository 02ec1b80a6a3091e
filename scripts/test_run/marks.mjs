/**
 * A line of a process of tests between the reports of two files. The size of the process in bytes follows, and the
 * processor time in ms that it and its children have used since its start.
 */
export const MARK = '# aircoder file end'

/** Names the global symbol under which the bundle of a test file finds its subtest, in place of tap's root. */
export const FILE_TEST = 'aircoder.test.file'
