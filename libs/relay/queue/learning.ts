import type { QueueBounds } from './bounds.js'
import type { Speed } from './levels/speeds.js'
import type { Entry, Lines } from './line/entry.js'
import type { QueueUsage } from './line/request.js'

/** Logged when the number of slots of a model changes. */
export interface LevelChange {
  model: string
  slots: number
  /** Slots of the engine. */
  of: number
  /** Measured tokens a second at each number of slots. */
  measured: Speed[]
}

/** Passes measurements of the answers to the calibration of their model. */
export interface Learning {
  /** The engine has begun to answer. */
  answered(entry: Entry, now: number): void
  /** The answer has ended. */
  settle(entry: Entry, usage: QueueUsage, now: number): void
  /** The slot is free, with or without a measurement. */
  free(entry: Entry, now: number): void
}

export interface LearningTerms {
  bounds: Readonly<QueueBounds>
  calibrates?: () => boolean
  onLevel?: (change: LevelChange) => void
}

export function createLearning(terms: LearningTerms, lines: Lines): Learning {
  const { bounds, calibrates = () => false, onLevel = () => {} } = terms

  return {
    answered(entry, now) {
      entry.answeredAt = now
      entry.areaBefore = entry.load.area(now)
    },
    settle({ load, loads, answered, answeredAt, areaBefore }, { completionTokens }, now) {
      const ms = now - answeredAt
      if (!answered || loads || ms <= 0) return
      load.calibration.note((load.area(now) - areaBefore) / ms, completionTokens, ms, now)
    },
    free({ request, pool, load }, now) {
      const most = pool.size
      const { model } = request
      const isOn = calibrates()
      const { calibration } = load
      const changed = calibration.review({
        most,
        floor: isOn ? (bounds.slotFloor ?? 0) : 0,
        now,
        isOn,
        isWanted: () => lines.all().some((line) => line.load === load),
      })
      if (!changed) return
      onLevel({
        model,
        slots: calibration.level(most),
        of: most,
        measured: calibration
          .table(most, now)
          .map(({ level, speed, total }) => ({ level, speed: tenth(speed), total: tenth(total) })),
      })
    },
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
