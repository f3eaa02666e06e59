import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { defaultRows } from '../default-reply.ts'
import { Answer, Moment, Offset, Uuid, text, limitOf } from '../fields.ts'
import type { Truth } from '../truth.ts'
import { noteOnUnknown } from '../unknown-names.ts'

export const listTimelineEvents = defineTool({
  name: 'list_timeline_events',
  title: 'List timeline',
  description: 'Dated events from documents and facts, latest first. Strong, deterministic.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    event_type: text(100).optional().describe('Such as InvoiceIssued.'),
    after_date: Moment.optional(),
    before_date: Moment.optional(),
    source_id: Uuid.optional(),
    limit: limitOf(defaultRows),
    offset: Offset,
  }),
  output: Answer,
  run: async (truth: Truth, input, { caller }) => ({
    ...(await truth.events(caller, {
      eventType: input.event_type,
      after: input.after_date,
      before: input.before_date,
      sourceId: input.source_id,
      limit: input.limit,
      offset: input.offset,
    })),
    ...noteOnUnknown({ eventType: input.event_type }),
  }),
})
