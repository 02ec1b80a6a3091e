/**
 * What a person or a project wrote down for the model: skills (SKILL.md), and short texts about subjects.
 * Doors: openShelf with loadBuiltIn, chooseSheets with loadSheets, chooseProtocol, readKnowledge with chooseKnowledge.
 * A skill is text: nothing here runs a file, follows a link, or reads what the person did not trust.
 */
export { findFiles } from './files/find_files.js'
export { type FrontMatter, readFrontMatter } from './files/front_matter.js'
export {
  type Chosen,
  chooseProtocol,
  chooseSheets,
  loadProtocols,
  loadSheets,
} from './knowledge/choose_sheets.js'
export {
  chooseKnowledge,
  type Knowledge,
  type KnowledgePlace,
  readKnowledge,
} from './knowledge/user_knowledge.js'
export { loadBuiltIn } from './shelf/built_in.js'
export { openShelf, type Shelf, type ShelvedSkill, type SkillPlace } from './shelf/open_shelf.js'
export { preview } from './shelf/skill.js'
export type { Protocol, Sheet } from './types/sheet.js'
