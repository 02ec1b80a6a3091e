import t from 'tap'
import { checkRaces, checkSwaps } from '../kit/swaps.js'

// Each of the sixteen combinations of a swap and a change ten times; test/long/swaps.test.ts has more.
void checkSwaps(t, 160)
void checkRaces(t, 40)
