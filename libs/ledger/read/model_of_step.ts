/** The steps of tasks, each with its session. */
export const STEPS_OF_MODELS = `episodes JOIN tasks ON tasks.id = episodes.task_id
    JOIN sessions ON sessions.id = tasks.session_id`

/** The model that answered a step. A step of an older version names none: it counts for that of its session. */
export const MODEL_OF_STEP = "coalesce(reply ->> '$.by', reply ->> '$.route.model', sessions.model)"
