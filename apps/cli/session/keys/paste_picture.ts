import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSystemError } from '#core'
import { type Input, showControls } from '#terminal'
import { readClipboard } from './read_clipboard.js'

const NO_PROGRAM =
  'Nothing here can read a picture from the clipboard: install wl-paste (Wayland), xclip (X11) or pngpaste (macOS), or drop the file on the terminal.'
const NONE = 'There is no picture in the clipboard.'

/**
 * Adds the picture of the clipboard to what is typed. Its file is private and removed with the program: the row of the
 * message keeps its bytes.
 * @returns what a key does
 */
export function picturePaster(input: Pick<Input, 'print' | 'attach'>): () => Promise<void> {
  let folder: string | null = null
  let count = 0

  function keep(picture: Buffer): string {
    if (folder === null) {
      const own = mkdtempSync(join(tmpdir(), 'aircoder-pictures-'))
      process.once('exit', () => rmSync(own, { recursive: true, force: true }))
      folder = own
    }
    count += 1
    const path = join(folder, `clipboard-${count}.png`)
    writeFileSync(path, picture, { mode: 0o600 })
    return path
  }

  return async () => {
    const picture = await readClipboard(process.env)
    if (picture === 'none') return input.print(`${NONE}\n`)
    if (picture === 'no program') return input.print(`${NO_PROGRAM}\n`)
    try {
      input.attach(keep(picture))
    } catch (error) {
      input.print(`${showControls(`The picture cannot be kept: ${describeSystemError(error)}`)}\n`)
    }
  }
}
