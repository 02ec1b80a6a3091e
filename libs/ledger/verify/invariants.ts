/** Invariants of the ledger. Each query returns one id per violation; `problem` is the sentence, with `{}` for the id. */
export const INVARIANTS: readonly { sql: string; problem: string }[] = [
  {
    sql: `SELECT id FROM tasks WHERE cursor <>
      (SELECT coalesce(max(step), 0) FROM episodes WHERE task_id = tasks.id)`,
    problem: 'the cursor of task {} is not at its last episode',
  },
  {
    sql: `SELECT task_id FROM episodes GROUP BY task_id
      HAVING count(*) <> max(step) OR min(step) <> 1`,
    problem: 'the episodes of task {} have a gap',
  },
  {
    sql: `SELECT intents.id FROM intents JOIN tasks ON tasks.id = task_id
      WHERE step <= cursor AND intents.status IN ('open', 'settled')`,
    problem: 'intent {} is open although its step was committed',
  },
  {
    sql: `SELECT task_id FROM decisions JOIN tasks ON id = task_id WHERE step <> cursor + 1
      UNION SELECT task_id FROM outcomes JOIN tasks ON id = task_id WHERE step <> cursor + 1`,
    problem: 'task {} has a pending decision that is not for its next step',
  },
  {
    sql: `SELECT id FROM tasks WHERE 1 <>
      (SELECT count(*) FROM plan_nodes WHERE task_id = tasks.id AND kind = 'root')`,
    problem: 'task {} does not have exactly one root node',
  },
  {
    sql: `SELECT 'n' || node.number FROM plan_nodes AS node
      LEFT JOIN plan_nodes AS parent ON parent.number = node.parent_number
      WHERE (node.kind = 'root') <> (node.parent_number IS NULL)
        OR (parent.number IS NOT NULL AND parent.task_id <> node.task_id)`,
    problem: 'plan node {} has a wrong parent',
  },
  {
    sql: `SELECT 'n' || node_number FROM plan_revisions WHERE node_number NOT IN
      (SELECT number FROM plan_nodes WHERE task_id = plan_revisions.task_id)`,
    problem: 'a plan revision names node {}, which its task does not have',
  },
  {
    sql: `SELECT 'n' || number FROM plan_nodes AS node WHERE
        json_array(kind, ordinal, text, status, summary, json(cites)) IS NOT
      (SELECT json_array(state ->> 'kind', state ->> 'ordinal', state ->> 'text',
          state ->> 'status', state ->> 'summary', json(state -> 'cites'))
        FROM plan_revisions WHERE node_number = node.number AND task_id = node.task_id
        ORDER BY number DESC LIMIT 1)`,
    problem: 'plan node {} differs from its last revision',
  },
  {
    sql: `SELECT session_id || ' ' || seq FROM prompt_tail WHERE NOT json_valid(message)
      UNION SELECT session_id || ' generation ' || number FROM generations
        WHERE NOT json_valid(head)`,
    problem: 'message {} is not valid JSON',
  },
  {
    sql: `SELECT 'e' || number FROM evidence WHERE NOT EXISTS
      (SELECT 1 FROM episodes WHERE task_id = evidence.task_id AND step = evidence.step)`,
    problem: 'evidence {} has no episode',
  },
  {
    sql: `SELECT 'e' || number FROM evidence JOIN blobs ON hash = payload_hash
      WHERE payload_bytes <> length(bytes)`,
    problem: 'the payload of evidence {} has a wrong length',
  },
  {
    sql: `SELECT 'e' || number FROM evidence
      WHERE number NOT IN (SELECT id FROM evidence_text_docsize)`,
    problem: 'evidence {} is missing in the full-text index',
  },
  {
    sql: `WITH cited (id) AS (
        SELECT value FROM plan_nodes, json_each(plan_nodes.cites)
        UNION SELECT value FROM tasks, json_each(tasks.cites))
      SELECT id FROM cited WHERE id NOT IN (SELECT 'e' || number FROM evidence
        UNION ALL SELECT 'e' || number FROM removed_evidence)`,
    problem: '{} is cited and does not exist',
  },
  {
    sql: `SELECT id FROM intent_files JOIN intents ON id = intent_id
      WHERE before_hash NOT IN (SELECT hash FROM blobs)
        OR after_hash NOT IN (SELECT hash FROM blobs)`,
    problem: 'a file image of intent {} is missing',
  },
  {
    sql: `SELECT restore_id FROM restore_files WHERE before_hash NOT IN (SELECT hash FROM blobs)
      OR after_hash NOT IN (SELECT hash FROM blobs)`,
    problem: 'a file image of restore {} is missing',
  },
  {
    sql: `SELECT session_id FROM prompt_tail GROUP BY session_id
      HAVING count(*) <> max(seq) - min(seq) + 1
        OR min(seq) <> (SELECT first_seq FROM sessions WHERE id = session_id)`,
    problem: 'the messages of session {} have a gap',
  },
  {
    sql: `SELECT number FROM rewinds WHERE until_seq > (SELECT coalesce(max(seq), 0) FROM prompt_tail
        WHERE prompt_tail.session_id = rewinds.session_id)
      UNION SELECT rewind FROM tasks WHERE rewind IS NOT NULL
        AND rewind NOT IN (SELECT number FROM rewinds)`,
    problem: 'rewind {} names messages that do not exist',
  },
  {
    sql: `SELECT name FROM counters WHERE value <
      CASE name WHEN 'evidence' THEN (SELECT coalesce(max(number), 0) FROM evidence)
        WHEN 'node' THEN (SELECT coalesce(max(number), 0) FROM plan_nodes)
        ELSE EXISTS (SELECT 1 FROM sessions) END`,
    problem: 'the counter of {} numbers is too low, so a number could be used twice',
  },
]
