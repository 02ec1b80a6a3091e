import t from 'tap'
import { checkDiskErrors, checkKilledSaga, DISK_ERRORS, NO_MOUNTS, SAGA_AIMS } from './kit/saga.js'

// A few places; test/long/saga.test.ts has all of them.

const PLACES = ['e5', 'c1']
const ERRORS = ['the disk is full at write 2', 'file 2 cannot be replaced']
const TIME = { timeout: 600_000 }

t.test('row 144: killed between two writes, all three files are changed, once', TIME, async (t) =>
  checkKilledSaga(
    t,
    SAGA_AIMS.filter(([mark, nth]) => PLACES.includes(`${mark}${nth}`)),
  ),
)

t.test(
  'row 144: a change that cannot be written completely is reverted and reported',
  { ...TIME, skip: NO_MOUNTS },
  async (t) =>
    checkDiskErrors(
      t,
      DISK_ERRORS.filter(({ name }) => ERRORS.includes(name)),
    ),
)
