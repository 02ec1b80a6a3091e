import t from 'tap'
import { checkRaces, checkSwaps } from '../kit/swaps.js'

void checkSwaps(t, 1_000)
void checkRaces(t, 300)
