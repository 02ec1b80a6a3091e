import { join } from 'node:path'
import { projectText } from '../files/project_text.js'
import { type IgnoreFile, parseIgnore } from './gitignore.js'

/** The .gitignore of a folder; none when it cannot be read, or when a line of it is too long for a pattern. */
export function readIgnore(folder: string): IgnoreFile[] {
  try {
    return [parseIgnore(folder, projectText(join(folder, '.gitignore')))]
  } catch {
    return []
  }
}
