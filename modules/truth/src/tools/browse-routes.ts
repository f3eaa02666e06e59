import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import {
  Around,
  EntityList,
  EntityPage,
  Events,
  Found,
  Judged,
  KeptApart,
  Merges,
  Pairs,
  SourceList,
  SourcePage,
  Trace,
  Types,
} from '../browse-answers.ts'
import { EntityId, Moment, text, Uuid } from '../fields.ts'
import type { Truth } from '../truth.ts'

const reading = { method: 'GET', needs: 'truth:read', effect: 'read' } as const
/** Query parameters as numbers. */
const Most = z.coerce.number().int().min(1).max(500)
const From = z.coerce.number().int().min(0).max(1_000_000).default(0)
const judging = { method: 'POST', needs: 'truth:write', effect: 'write', output: Judged } as const
const pair = z.strictObject({ entity_id: EntityId, other_entity_id: EntityId })
const ofEntity = z.strictObject({ id: EntityId })
const bounds = z.strictObject({ at: Moment.optional(), known_at: Moment.optional() })

/** The routes of the pages for people: typed answers, one for each view, and the decisions on pairs. */
export const browseRoutes = [
  defineRoute({
    ...reading,
    path: '/api/truth/types',
    summary: 'How many entities you know of each type',
    output: Types,
    run: (truth: Truth, _input, { caller }) => truth.browsing.types(caller),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/entities',
    summary: 'Entities, the latest first, page by page',
    query: z.strictObject({
      entity_type: text(100).optional(),
      limit: Most.default(100),
      cursor: text(300).optional(),
    }),
    output: EntityList,
    run: (truth: Truth, { query }, { caller }) =>
      truth.entities(caller, {
        entityType: query.entity_type,
        includeMerged: false,
        filters: [],
        limit: query.limit,
        offset: 0,
        cursor: query.cursor,
        withSnapshots: false,
      }),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/search',
    summary: 'Entities and sources that hold these words, best first',
    query: z.strictObject({
      query: text(500),
      entity_type: text(100).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: Found,
    run: (truth: Truth, { query }, { caller }) =>
      truth.search(caller, query.query, { entityType: query.entity_type, limit: query.limit }),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/entities/:id',
    summary: 'An entity with the source of each field, now or as it was',
    params: ofEntity,
    query: bounds,
    output: EntityPage,
    run: (truth: Truth, { params, query }, { caller }) => truth.browsing.entity(caller, params.id, query),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/entities/:id/fields/:field',
    summary: 'Where a field comes from, and the values that lost',
    params: z.strictObject({ id: EntityId, field: text(200) }),
    query: bounds,
    output: Trace,
    run: (truth: Truth, { params, query }, { caller }) =>
      truth.browsing.trace(caller, params.id, params.field, query),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/entities/:id/related',
    summary: 'The entities around one, and what connects them',
    params: ofEntity,
    query: z.strictObject({ hops: z.coerce.number().int().min(1).max(3).default(1) }),
    output: Around,
    run: (truth: Truth, { params, query }, { caller }) =>
      truth.related(caller, {
        entityId: params.id,
        direction: 'both',
        maxHops: query.hops,
        withEntities: false,
      }),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/entities/:id/events',
    summary: 'The dated events of an entity, the latest first',
    params: ofEntity,
    query: z.strictObject({ limit: Most.default(100), offset: From }),
    output: Events,
    run: (truth: Truth, { params, query }, { caller }) => truth.browsing.events(caller, params.id, query),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/duplicates',
    summary: 'Pairs of entities that may be the same',
    query: z.strictObject({ cursor: text(300).optional() }),
    output: Pairs,
    run: (truth: Truth, { query }, { caller }) => truth.browsing.duplicates(caller, query.cursor),
  }),
  defineRoute({
    ...judging,
    path: '/api/truth/duplicates/keep_apart',
    summary: 'Say that two entities are not the same: they are suggested as one no more',
    body: pair,
    run: (truth: Truth, { body }, { caller }) =>
      truth.keepApart(caller, body.entity_id, body.other_entity_id),
  }),
  defineRoute({
    ...judging,
    path: '/api/truth/duplicates/suggest_again',
    summary: 'Take back that two entities are not the same',
    body: pair,
    run: (truth: Truth, { body }, { caller }) =>
      truth.suggestAgain(caller, body.entity_id, body.other_entity_id),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/duplicates/kept_apart',
    summary: 'The latest pairs that you said are not the same',
    output: KeptApart,
    run: (truth: Truth, _input, { caller }) => truth.browsing.keptApart(caller),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/merges',
    summary: 'The latest merges that can be taken back',
    output: Merges,
    run: (truth: Truth, _input, { caller }) => truth.browsing.merges(caller),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/sources',
    summary: 'Sources, the newest first',
    query: z.strictObject({ limit: Most.default(50), offset: From }),
    output: SourceList,
    run: (truth: Truth, { query }, { caller }) => truth.browsing.sources(caller, query),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/sources/:id',
    summary: 'A source with its text, what it says, and what erasing it takes along',
    params: z.strictObject({ id: Uuid }),
    query: z.strictObject({ observation_id: Uuid.optional(), field: text(200).optional() }),
    output: SourcePage,
    run: (truth: Truth, { params, query }, { caller }) =>
      truth.browsing.source(caller, params.id, { observationId: query.observation_id, field: query.field }),
  }),
  defineRoute({
    ...reading,
    path: '/api/truth/sources/:id/file',
    summary: 'The file of a source',
    params: z.strictObject({ id: Uuid }),
    output: 'download',
    run: (truth: Truth, { params }, { caller }) => truth.files.download(caller, params.id),
  }),
]
