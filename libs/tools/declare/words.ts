/** Names that other agents have for the arguments of several tools. */
export const PATH_WORDS = [
  'file_path',
  'filepath',
  'filename',
  'file_name',
  'file',
  'target_file',
  'absolute_path',
  'relative_path',
  'relative_workspace_path',
]
export const FOLDER_WORDS = [
  'directory',
  'dir',
  'folder',
  'dir_path',
  'directory_path',
  'cwd',
  'root',
]
/** Editors of other agents that do several things. Each row is one of our tools, with what it is called there. */
const EDITORS = ['str_replace_editor', 'str_replace_based_edit_tool', 'text_editor']
const editor = (...values: string[]) => ({ names: EDITORS, key: 'command', values })
export const EDITOR_ACTIONS = {
  read_file: editor('view'),
  write_file: editor('create', 'write'),
  // `insert` names a line. The tool answers how a line is inserted by its text.
  patch_file: editor('str_replace', 'replace', 'insert'),
}
export const OLD_WORDS = ['old_string', 'old_text', 'old', 'search', 'find', 'old_code', 'original']
export const NEW_WORDS = [
  'new_string',
  'new_text',
  'new',
  'replace',
  'replacement',
  'new_code',
  'updated',
]
