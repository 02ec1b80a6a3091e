/** What the first key needs and the first prompt does not: loaded behind the prompt. */
export { createEditor } from '../../editor/editor.js'
export { nameKey } from '../../keys/name_key.js'
export { createList } from './list.js'
