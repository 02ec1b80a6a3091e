import { type Bill, type Event, endOf, type Json, type Spending, type TaskResult } from '#core'

/** The last line of `stream-json` and the only one of `json`; field names are the contract's. */
export function resultJson(result: TaskResult): Json {
  const { usage } = result
  const { code, subtype, exit, hint } = endOf(result)
  return {
    type: 'result',
    subtype,
    task: result.taskId,
    session: result.sessionId,
    steps: result.steps,
    text: result.text,
    ...(result.structured === undefined ? {} : { structured_output: result.structured }),
    proven: result.proven,
    grade: result.grade,
    reason: result.reason,
    changed_tests: result.changedTests.map(({ path, why, diff }) => ({ path, why, diff })),
    cites: result.cites,
    changes: result.changes.map(({ path, added, removed }) => ({ path, added, removed })),
    ...(result.reverted === undefined ? {} : { reverted: [...result.reverted] }),
    ...(result.commit === undefined ? {} : { commit: { ...result.commit } }),
    usage: {
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      reused_prefix_tokens: usage.reusedPrefixTokens,
    },
    ...(result.spending === undefined ? {} : { spending: spendingJson(result.spending) }),
    rebuilds: { total: result.rebuilds.total, early: result.rebuilds.early },
    duration_ms: result.durationMs,
    code,
    exit_code: exit,
    hint,
  }
}

function spendingJson({ currency, session, today }: Spending): Json {
  return { currency, session: billJson(session), today: billJson(today) }
}

function billJson({ cost, models }: Bill): Json {
  return {
    cost,
    models: models.map(({ model, requests, usage, cost: own }) => ({
      model,
      requests,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      reused_prefix_tokens: usage.reusedPrefixTokens,
      cost: own,
    })),
  }
}

/** One event as `stream-json` prints it; null for those that only a person needs. */
export function eventJson(event: Event): Json | null {
  const json = plainJson(event)
  if (event.depth === undefined || json === null) return json
  return { ...(json as Record<string, Json>), depth: event.depth }
}

function plainJson(event: Event): Json | null {
  switch (event.type) {
    case 'init':
      return {
        type: 'system',
        subtype: 'init',
        cwd: event.cwd,
        model: event.model,
        tools: event.tools,
        mode: event.mode,
        sandbox: event.sandbox,
        task: event.taskId,
        session: event.sessionId,
        resumed_at: event.resumedAt,
      }
    case 'note':
    case 'waiting':
      return { type: 'system', subtype: event.type, text: event.text }
    case 'phase':
      return null
    case 'delta':
      return { type: 'assistant', delta: event.text }
    case 'thinking':
      return { type: 'assistant', thinking: event.text }
    case 'reply': {
      const problem =
        event.problem === null ? null : { code: event.problem.code, message: event.problem.message }
      return { type: 'assistant', step: event.number, text: event.text, problem }
    }
    case 'tool_call': {
      const { id, name } = event.call
      return {
        type: 'tool_call',
        step: event.number,
        id,
        name,
        arguments: event.call.arguments as Json,
      }
    }
    case 'tool_result':
      return {
        type: 'tool_result',
        step: event.number,
        id: event.callId,
        name: event.tool,
        ok: event.ok,
        text: event.text,
      }
    case 'permission': {
      const { decision, reason, rule, asked } = event
      return {
        type: 'permission',
        tool: event.call.name,
        id: event.call.id,
        decision,
        reason,
        rule,
        asked,
      }
    }
    case 'step':
      return {
        type: 'step',
        number: event.number,
        evidence: event.evidence.map((row) => row.id),
        prompt_tokens: event.promptTokens,
        reused_prefix_tokens: event.reusedPrefixTokens,
        ...(event.route === undefined ? {} : { route: { ...event.route } }),
      }
    case 'result':
      return resultJson(event.result)
  }
}
