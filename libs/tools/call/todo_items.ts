import { z } from 'zod'
import type { TodoItem } from '#core'

type Status = TodoItem['status']

/** Marks and words that models write for a status. */
const STATUSES: Record<string, Status> = {
  x: 'done',
  '✓': 'done',
  '✔': 'done',
  done: 'done',
  completed: 'done',
  complete: 'done',
  finished: 'done',
  '>': 'in_progress',
  '~': 'in_progress',
  '-': 'in_progress',
  in_progress: 'in_progress',
  active: 'in_progress',
  doing: 'in_progress',
}

/** An item that is an object: models use several names for its text. */
const ItemObject = z
  .looseObject({
    text: z.string().optional(),
    content: z.string().optional(),
    task: z.string().optional(),
    title: z.string().optional(),
    status: z.union([z.string(), z.boolean()]).optional(),
    done: z.boolean().optional(),
  })
  .transform((item) => ({
    text: item.text ?? item.content ?? item.task ?? item.title ?? '',
    status: statusOf(item.status === true || item.done === true ? 'done' : String(item.status)),
  }))

/**
 * Parses the items of a to-do list: plain text, `[x] text`, `2. text`, or the JSON of an object.
 * Empty items are removed; an item without a mark is pending.
 */
export function parseTodoItems(items: readonly string[]): TodoItem[] {
  return items.flatMap(parseItem).filter((item) => item.text !== '')
}

function parseItem(item: string): TodoItem[] {
  const object = /^\s*\{/.test(item) ? parseObject(item) : null
  return object ? [object] : item.split('\n').map(parseLine)
}

function parseObject(item: string): TodoItem | null {
  try {
    return ItemObject.safeParse(JSON.parse(item)).data ?? null
  } catch {
    return null
  }
}

function parseLine(line: string): TodoItem {
  const bare = line.replace(/^\s*(?:[-*•]\s+)?(?:\d+[.)]\s+)?/, '')
  const mark = /^\[(.?)\]\s*(.*)$/s.exec(bare)
  return mark
    ? { text: (mark[2] ?? '').trim(), status: statusOf(mark[1] ?? '') }
    : { text: bare.trim(), status: 'pending' }
}

function statusOf(word: string): Status {
  return (
    STATUSES[
      word
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
    ] ??
    STATUSES[word] ??
    'pending'
  )
}
