import { execFile } from 'node:child_process'

/** A program that writes the picture of the clipboard to its output. */
interface Way {
  program: string
  args: readonly string[]
  /** What its output is. */
  form: 'bytes' | 'hex' | 'base64'
  isUsable(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean
}

const POWERSHELL = [
  'Add-Type -AssemblyName System.Windows.Forms;',
  '$picture = [System.Windows.Forms.Clipboard]::GetImage();',
  'if ($picture) { $to = New-Object System.IO.MemoryStream;',
  '$picture.Save($to, [System.Drawing.Imaging.ImageFormat]::Png);',
  '[Convert]::ToBase64String($to.ToArray()) }',
].join(' ')

const WAYS: readonly Way[] = [
  {
    program: 'wl-paste',
    args: ['--no-newline', '--type', 'image/png'],
    form: 'bytes',
    isUsable: ({ WAYLAND_DISPLAY }) => Boolean(WAYLAND_DISPLAY),
  },
  {
    program: 'xclip',
    args: ['-selection', 'clipboard', '-target', 'image/png', '-out'],
    form: 'bytes',
    isUsable: ({ DISPLAY }) => Boolean(DISPLAY),
  },
  {
    program: 'pngpaste',
    args: ['-'],
    form: 'bytes',
    isUsable: (_, platform) => platform === 'darwin',
  },
  {
    program: 'osascript',
    args: ['-e', 'the clipboard as «class PNGf»'],
    form: 'hex',
    isUsable: (_, platform) => platform === 'darwin',
  },
  {
    program: 'powershell.exe',
    args: ['-NoProfile', '-Sta', '-Command', POWERSHELL],
    form: 'base64',
    isUsable: ({ WSL_DISTRO_NAME }, platform) => platform === 'win32' || Boolean(WSL_DISTRO_NAME),
  },
]
/** A clipboard whose owner does not answer. */
const TIMEOUT_MS = 5_000
const MOST_BYTES = 64 * 1_048_576
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** @returns the picture of the clipboard as PNG; `none`: there is no picture; `no program`: nothing here can read it */
export async function readClipboard(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<Buffer | 'none' | 'no program'> {
  let found: 'none' | 'no program' = 'no program'
  for (const { program, args, form, isUsable } of WAYS) {
    if (!isUsable(env, platform)) continue
    const output = await outputOf(program, args, env)
    if (output === null) continue
    const picture = decode(output, form)
    if (picture.subarray(0, PNG.length).equals(PNG)) return picture
    found = 'none'
  }
  return found
}

/** Null where there is no such program. One that fails has no picture. */
function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Buffer | null> {
  const limits = { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES, encoding: 'buffer', env } as const
  return new Promise((resolve) => {
    execFile(program, args, limits, (error, output) =>
      resolve((error as NodeJS.ErrnoException | null)?.code === 'ENOENT' ? null : output),
    )
  })
}

function decode(output: Buffer, form: Way['form']): Buffer {
  if (form === 'bytes') return output
  const text = output.toString('latin1')
  if (form === 'base64') return Buffer.from(text.trim(), 'base64')
  return Buffer.from(/PNGf([0-9A-Fa-f]+)/.exec(text)?.[1] ?? '', 'hex')
}
