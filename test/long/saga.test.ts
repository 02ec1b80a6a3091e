import t from 'tap'
import {
  checkDiskErrors,
  checkKilledSaga,
  DISK_ERRORS,
  NO_MOUNTS,
  SAGA_AIMS,
} from '../crash/kit/saga.js'
import { isDue, LONG_MS } from '../kit/rotation.js'

/** The short form takes a third of the places, the others on the next days. */
const EVERY = 3
const TIME = { timeout: LONG_MS }

t.test(
  'row 144: killed between any two writes, all three files are changed, once',
  TIME,
  async (t) =>
    checkKilledSaga(
      t,
      SAGA_AIMS.filter((_, at) => isDue(at, EVERY)),
    ),
)

t.test(
  'row 144: a change that cannot be written completely is reverted and reported',
  { ...TIME, skip: NO_MOUNTS },
  async (t) =>
    checkDiskErrors(
      t,
      DISK_ERRORS.filter((_, at) => isDue(at, EVERY)),
    ),
)
