import { z } from 'zod'
import { takePicture } from '#web'
import { Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { PATH_WORDS } from '../declare/words.js'

export const screenshot = defineTool({
  name: 'screenshot',
  summary: 'Picture of a local HTML file.',
  input: z.object({ path: Place }),
  aliases: {
    names: ['take_screenshot', 'view_image', 'show'],
    fields: { path: PATH_WORDS },
  },
  effect: 'read',
  danger: false,
  evidence: 'file_read',
  route: { words: /\b(?:screenshot|render|html|css|layout)\b|截图/i },
  extra: true,
  paths: ({ path }) => [{ path, access: 'read' }],
  describe: ({ path }) => `take a picture of ${path}`,

  async run({ path }, { workspace, vision, signal }) {
    if (vision !== true)
      return fail(
        vision === false
          ? 'You cannot see pictures; this was measured. No picture was taken. Read the HTML and CSS instead. Do not say how the page looks.'
          : 'It is not known whether you can see pictures, so none was taken. The user can measure it with aircoder doctor --model. Read the HTML and CSS instead. Do not say how the page looks.',
      )
    const taken = await takePicture(workspace, path, signal)
    if (!taken.ok) return fail(taken.message)
    const { png, width, height } = taken
    const text = `${taken.path} as a picture of ${width}x${height}, shown below.`
    const summary = `picture of ${taken.path} (${png.length} bytes)`
    const facts = { path: taken.path, picture: true, width, height, bytes: png.length }
    return {
      ok: true,
      text,
      evidence: [{ kind: 'file_read', subject: taken.path, summary, payload: png, facts }],
    }
  },
})
