import { textField } from '../extract/fields.js'
import type { Archetype } from '../types/archetype.js'
import type { EntityDraft, RelationDraft } from '../types/entity.js'
import type { MemoryEvent } from '../types/event.js'

const FIELDS = ['customer', 'ticket', 'product', 'issue'] as const

/** Each field of the content that names one: `{ customer, ticket, product, issue }`. */
function namedThings(event: MemoryEvent): EntityDraft[] {
  return FIELDS.flatMap((type) => {
    const name = textField(event, type)
    if (name === null) return []
    const status = textField(event, 'status')
    const properties = type === 'ticket' && status !== null ? { status } : undefined
    return [{ type, name, ...(properties && { properties }) }]
  })
}

function connect(event: MemoryEvent, entities: readonly EntityDraft[]): RelationDraft[] {
  const named = (wanted: string) => entities.find(({ type }) => type === wanted)
  const [customer, ticket] = [named('customer'), named('ticket')]
  const about = [named('product'), named('issue')].filter((one) => one !== undefined)
  // Everybody in a ticket is an entity of the type customer, the person who solved it too.
  const agent = textField(event, 'resolved_by')
  return [
    ...(ticket !== undefined && customer !== undefined
      ? [{ type: 'reported_by', source: ticket, target: customer }]
      : []),
    ...(ticket !== undefined && event.type === 'ticket_resolved' && agent !== null
      ? [{ type: 'resolved_by', source: ticket, target: { type: 'customer', name: agent } }]
      : []),
    ...(ticket === undefined
      ? []
      : about.map((target) => ({ type: 'related_to', source: ticket, target }))),
  ]
}

/** Tickets: who reported what about which product. */
export const supportArchetype: Archetype = {
  name: 'support',
  description: 'An agent that answers customers and works on tickets',
  eventTypes: ['message', 'ticket_created', 'ticket_resolved'],
  entityTypes: ['customer', 'ticket', 'product', 'issue'],
  relationTypes: ['reported_by', 'resolved_by', 'related_to'],
  extractors: {
    message: namedThings,
    ticket_created: namedThings,
    ticket_resolved: namedThings,
  },
  relationExtractors: { message: connect, ticket_created: connect, ticket_resolved: connect },
  // The conversation that is open counts most.
  contextStrategy: {
    recencyWeight: 0.4,
    relevanceWeight: 0.4,
    salientWeight: 0.2,
    budgetAllocation: { recent: 30, semantic: 35, entities: 20, relations: 15 },
  },
  tools: [
    { name: 'find_ticket', description: 'Find earlier tickets' },
    { name: 'reply', description: 'Answer the customer' },
  ],
}
