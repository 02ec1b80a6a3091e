import { showControls, THEME_CHOICES } from '#terminal'
import type { SlashCommand } from '../slash_command.js'
import { wordOf } from '../slash_word.js'

const CHOICES = THEME_CHOICES.join(', ').replace(/, (\w+)$/, ' or $1')

export const theme: SlashCommand = {
  name: 'theme',
  hint: `[${THEME_CHOICES.join('|')}]`,
  help: 'show or set the colours of this session; the setting `theme` keeps them',
  group: 'program',
  isAllowedDuringTurn: true,
  run(rest, { screen, print }) {
    const wanted = wordOf(rest, THEME_CHOICES)
    if (wanted === undefined && rest !== '')
      return print(
        `There is no theme ${showControls(rest)}. Themes: ${THEME_CHOICES.join(', ')}.\n`,
      )
    if (wanted !== undefined) {
      screen.theme.choose(wanted)
      screen.drawBar()
    }
    const { name, colors } = screen.theme.now()
    const ways = rest === '' ? ` (/theme ${CHOICES})` : ''
    print(`theme ${name}, ${colors === 0 ? 'no' : colors} colours${ways}\n`)
  },
}
