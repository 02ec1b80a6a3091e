import t from 'tap'
import { LIMITS } from '#core'
import { splitBatches } from '../../libs/workspace/search/grep_walk.js'

const MIB = 1_048_576

t.test(
  'a search without ripgrep holds a few megabytes of files at a time, not a hundred large files',
  async (t) => {
    const files = Array.from({ length: 250 }, (_, at) => `f${at}.log`)
    const bytesOf = (file: string) => (file < 'f2' ? 7 * MIB : file < 'f5' ? 3 * MIB : 10)
    const batches = [...splitBatches(files, bytesOf)]
    t.same(batches.flat(), files, 'each file is in one batch, in order')
    for (const batch of batches) {
      const bytes = batch.reduce((sum, file) => sum + bytesOf(file), 0)
      t.ok(bytes <= LIMITS.fileBytes, `${batch[0]}: ${bytes} bytes`)
      t.ok(batch.length <= 100)
    }
    const small = Array.from({ length: 200 }, (_, at) => `g${at}.ts`)
    t.equal([...splitBatches(small, () => 10)].length, 2, 'small files share a batch')
    t.equal(
      [...splitBatches(small, () => 300 * MIB)].length,
      2,
      'a file that is not read counts nothing',
    )
  },
)
