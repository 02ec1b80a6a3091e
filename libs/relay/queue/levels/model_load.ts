import { type Calibration, createCalibration } from './calibrate.js'

/** The requests of one model that the engine works on. Times are monotonic milliseconds. */
export interface ModelLoad {
  busy: number
  /** The same by person. */
  readonly held: Map<string, number>
  readonly calibration: Calibration
  /** One more, or one less. */
  change(person: string, by: 1 | -1, now: number): void
  /** Requests times milliseconds so far: between two of its values lies the mean of that time. */
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
