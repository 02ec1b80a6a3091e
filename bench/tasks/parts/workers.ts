import { fork } from 'node:child_process'
import { FAMILIES } from './repos/families.js'
import { type Cell, type Ran, runOne } from './run_one.js'

/** One cell of the table, with its task by name: another process can run it. */
export type Job = Omit<Cell, 'family'> & { name: string }

/** The word that makes the bench a worker. */
export const WORKER = '--worker'

interface Worker {
  run(job: Job): Promise<Ran>
  end(): void
}

/** Runs a cell in this process. */
export function runJob({ name, ...cell }: Job): Promise<Ran> {
  const family = FAMILIES.find((one) => one.name === name)
  if (family === undefined) throw new Error(`no task ${name}`)
  return runOne({ family, ...cell })
}

/** Another process of this bench, that runs one cell after the other: the limited model is as busy as the program. */
export function startWorker(): Worker {
  const [, program = ''] = process.argv
  const child = fork(program, ['/dev/null', WORKER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    run: (job) =>
      new Promise((done, fail) => {
        const ended = (code: number | null) => fail(new Error(`a worker ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (ran) => {
          child.off('exit', ended)
          done(ran as Ran)
        })
        child.send(job)
      }),
    end: () => child.disconnect(),
  }
}

/** Runs what the process that started this one sends, until it lets go. */
export function answerJobs(): Promise<object> {
  return new Promise((done, fail) => {
    process.on('message', (job) => {
      runJob(job as Job).then((ran) => process.send?.(ran), fail)
    })
    process.once('disconnect', () => done({}))
  })
}
