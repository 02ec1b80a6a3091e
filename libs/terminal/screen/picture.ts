import { showControls } from '#core'

export interface PictureOptions {
  name: string
  /** null: not an image whose size can be read. */
  size: { width: number; height: number } | null
  env: Record<string, string | undefined>
  /** false: only the line of text. */
  isTerminal: boolean
}

/** Larger pictures are named only: a terminal takes long for them. */
const MOST_BYTES = 4 * 1024 * 1024
/** The kitty protocol takes 4,096 characters of base64 at a time. */
const PIECE_CHARS = 4_096
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/**
 * A picture in the terminal, or one line in its place: `[image page.png 640x480]`. kitty and Ghostty show PNG by
 * the kitty protocol; iTerm2, WezTerm and VS Code take the iTerm2 one. Known from the environment: nothing is asked
 * of the terminal. Inside tmux and screen the sequences do not get through.
 */
export function pictureLine(
  bytes: Buffer,
  { name, size, env, isTerminal }: PictureOptions,
): string {
  const shown = showControls(name).replace(/\s+/g, ' ')
  const line = `[image ${shown}${size === null ? '' : ` ${size.width}x${size.height}`}]`
  const protocol = isTerminal && bytes.length <= MOST_BYTES ? protocolOf(env, bytes) : null
  if (protocol === 'kitty') return `${kitty(bytes)}\n${line}`
  if (protocol === 'iterm') return `${iterm(bytes)}\n${line}`
  return line
}

function protocolOf(env: PictureOptions['env'], bytes: Buffer): 'kitty' | 'iterm' | null {
  if (env.TMUX || env.STY || env.TERM === 'dumb') return null
  const isPng = bytes.subarray(0, PNG.length).equals(PNG)
  if (env.KITTY_WINDOW_ID || env.GHOSTTY_RESOURCES_DIR) return isPng ? 'kitty' : null
  return /^(?:iTerm\.app|WezTerm|vscode)$/.test(env.TERM_PROGRAM ?? '') ? 'iterm' : null
}

function kitty(bytes: Buffer): string {
  const text = bytes.toString('base64')
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    const head = at === 0 ? 'a=T,f=100,q=2,' : ''
    const more = at + PIECE_CHARS < text.length ? 1 : 0
    pieces.push(`\x1b_G${head}m=${more};${text.slice(at, at + PIECE_CHARS)}\x1b\\`)
  }
  return pieces.join('')
}

function iterm(bytes: Buffer): string {
  return `\x1b]1337;File=inline=1;size=${bytes.length};width=auto;preserveAspectRatio=1:${bytes.toString('base64')}\x07`
}
