import { type Calibration, createCalibration } from './calibrate.js'

/** The running requests of one model. Times are milliseconds of the monotonic clock. */
export interface ModelLoad {
  busy: number
  /** The same, by person. */
  readonly held: Map<string, number>
  readonly calibration: Calibration
  /** Adds or removes one request. */
  change(person: string, by: 1 | -1, now: number): void
  /** Integral of requests over time: the difference of two values gives the mean between them. */
  area(now: number): number
}

export function createModelLoad(): ModelLoad {
  let sum = 0
  let since = 0
  const load: ModelLoad = {
    busy: 0,
    held: new Map(),
    calibration: createCalibration(),
    change(person, by, now) {
      sum += load.busy * (now - since)
      since = now
      load.busy += by
      const held = (load.held.get(person) ?? 0) + by
      if (held > 0) load.held.set(person, held)
      else load.held.delete(person)
    },
    area: (now) => sum + load.busy * (now - since),
  }
  return load
}
