import type { Family } from './families.js'

/**
 * An area of a program that rules govern, in five languages. Words are beginnings of words, `_` is a space, and a dot ends
 * the word. Chinese words may be anywhere.
 */
export interface GovernedRow {
  /** What the first words of a rule about it say: "Prices are …", "Every request must …". */
  subject?: string
  /** What a rule about it says, wherever it does. */
  says: string
  /** More words of tasks that can follow or break such a rule. */
  task: string
  /** Kinds of work that can follow or break it, with the words of each. */
  families?: readonly Family[]
  han: string
  hanTask?: string
  /** What no list of beginnings can say about a task. */
  form?: RegExp
  /** No list names all tasks that can follow or break such a rule: one that has none of these words leaves it open. */
  isOpen?: true
  /** A task that only writes tests touches this and nothing else. */
  isOfTests?: true
  /** Files of a task that touches it. */
  files?: RegExp
}
