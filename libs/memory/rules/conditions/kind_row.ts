/**
 * Kinds of work that a rule may be for, in five languages: "In tests, …", "Beim Umbenennen …", "提交之前 …". Words are
 * beginnings of words, `_` is a space, and a dot ends the word. Chinese words may be anywhere.
 */
export interface KindRow {
  /** What a condition calls it; a task with one of these meets it. */
  says: string
  /** More words of tasks that meet it. */
  task?: string
  han: string
  hanTask?: string
  /** What no list of beginnings can say. */
  form?: RegExp
  /** Files of a task that meet it. */
  files?: RegExp
  /** Only files tell, so a task whose files are not known may meet it. */
  byFiles?: true
}
