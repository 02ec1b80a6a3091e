import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A longer text is no prompt. */
const MOST_BYTES = 1_048_576

/**
 * Opens the editor of the person (VISUAL, EDITOR, else vi) on a text, in a private folder that is removed afterwards.
 * @returns the new text; a sentence in `failed` where the editor cannot be used
 */
export async function editText(
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<{ text: string } | { failed: string }> {
  const editor = env.VISUAL?.trim() || env.EDITOR?.trim() || 'vi'
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-edit-'))
  const file = join(folder, 'prompt.md')
  try {
    writeFileSync(file, text, { mode: 0o600 })
    const failed = await runEditor(editor, file)
    if (failed !== null) return { failed }
    const bytes = readFileSync(file)
    if (bytes.length > MOST_BYTES) return { failed: 'The text is longer than 1 MiB.' }
    return { text: bytes.toString('utf8').replace(/\n$/, '') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** EDITOR may have words of its own (`code --wait`), so a shell reads it; the file is passed as an argument. */
function runEditor(editor: string, file: string): Promise<string | null> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', ({ message }) =>
      resolve(`The editor ${editor} cannot be started: ${message}`),
    )
    child.on('close', (code) =>
      resolve(code === 0 ? null : `The editor ${editor} ended with code ${code}.`),
    )
  })
}
