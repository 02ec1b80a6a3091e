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
