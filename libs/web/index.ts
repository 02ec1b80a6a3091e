/**
 * Fetches web pages as text, reads archives, and takes screenshots of pages in the workspace.
 * Doors: fetchUrl, fetchPage, closedAddress, readArchive, takePicture.
 * It never contacts an address that it has not checked, and it writes no files.
 */
export type { ArchiveEntry } from './archives/entries.js'
export { readArchive } from './archives/read_archive.js'
export { closedAddress } from './fetch/destination.js'
export { fetchUrl } from './fetch/fetch_url.js'
export { NO_WEB, type Sent, type WebAccess } from './fetch/types.js'
export { fetchPage } from './pages/fetch_page.js'
export { takePicture } from './pictures/take_picture.js'
