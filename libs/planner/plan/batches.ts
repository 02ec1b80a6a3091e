import type { PlanNode } from '#core'
import { pathsIn } from '../items/names.js'

type Item = Pick<PlanNode, 'text' | 'status'>

const AFTER =
  /\b(?:after|once|when|needs?|requires?|depends? on|based on|using the result of)\s+(?:steps?|items?|parts?)\s*#?(\d{1,2})/gi

/**
 * The steps of a plan as batches (rows 133, 135): the steps of one batch need nothing of each other. A step needs
 * those that it names, and earlier ones that name the same file. Steps that need each other come last, in order.
 * @returns indexes of the items
 */
export function batchesOf(items: readonly Item[]): number[][] {
  const needs = items.map((_, at) => needsOf(items, at))
  const done = new Set<number>()
  const batches: number[][] = []
  while (done.size < items.length) {
    const ready = items.flatMap((_, at) => {
      const isReady = !done.has(at) && [...(needs[at] ?? [])].every((one) => done.has(one))
      return isReady ? [at] : []
    })
    const batch = ready.length > 0 ? ready : items.flatMap((_, at) => (done.has(at) ? [] : [at]))
    for (const at of batch) done.add(at)
    batches.push(batch)
  }
  return batches
}

/** The open steps that can be done now; begun ones first. */
export function readyItems<T extends Item>(items: readonly T[]): T[] {
  const isOpen = (at: number) => items[at] !== undefined && items[at].status !== 'resolved'
  const batch = batchesOf(items).find((one) => one.some(isOpen)) ?? []
  const open = batch.flatMap((at) => (isOpen(at) ? (items[at] ?? []) : []))
  return open.sort(
    (a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress'),
  )
}

function needsOf(items: readonly Item[], at: number): Set<number> {
  const text = items[at]?.text ?? ''
  const named = [...text.matchAll(AFTER)].map(([, number]) => Number(number) - 1)
  const paths = new Set(pathsIn(text))
  const shared = items.flatMap((other, index) =>
    index < at && pathsIn(other.text).some((path) => paths.has(path)) ? [index] : [],
  )
  const known = [...named, ...shared].filter((one) => one !== at && one >= 0 && one < items.length)
  return new Set(known)
}
