import t from 'tap'
import { countOf } from '../kit/rotation.js'
import { checkRaces, checkSwaps } from '../kit/swaps.js'

void checkSwaps(t, countOf(1_000, 400))
void checkRaces(t, countOf(300, 120))
