import t from 'tap'
import { playFlows } from '../kit/screens/play_flow.js'

const SHIFT_TAB = '\x1b[Z'

playFlows(t, [
  {
    name: 'modes',
    cold: 'first',
    title: 'Shift+Tab walks through the modes, yolo asks once',
    async play({ press, picture }) {
      await picture('start')
      await press(SHIFT_TAB)
      await picture('acceptEdits')
      await press(SHIFT_TAB)
      await picture('plan')
      await press(SHIFT_TAB)
      await picture('yolo is asked')
      await press('n\r')
      await picture('no')
      await press(SHIFT_TAB)
      await picture('asked again')
      await press('y\r')
      await picture('yolo')
    },
  },
])
