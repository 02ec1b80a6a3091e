/**
 * Folders of programs and not of the project: a search from above does not enter them, one that begins inside of them
 * does. The model has tools for what it remembers.
 */
export const LEFT_FOLDERS: readonly string[] = ['.git', '.aircoder']

/** The one of them whose files a person may want to be searched. */
export const OWN_FOLDER = '.aircoder'
