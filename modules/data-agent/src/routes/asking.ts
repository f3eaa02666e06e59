import { defineRoute, defineStream } from '@quipu/kit'
import { z } from 'zod'
import { contentOf, StructuredAnswer, structuredContentOf } from '../answer/content.ts'
import type { DataAgent } from '../data-agent.ts'
import { Answers, IdOrName, OntologyId, QueryObject, Question } from '../fields.ts'

const Conversation = z.object({
  id: z.string(),
  title: z.string(),
  ontology_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
const Turn = z.object({
  question: z.string(),
  status: z.string(),
  answer: z.unknown(),
  asked_at: z.string(),
})
const Preference = z.object({
  id: z.string(),
  ontology_id: z.string().nullable(),
  label: z.string(),
  choice: z.string(),
  created_at: z.string(),
})

const Answer = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  answer: StructuredAnswer,
})

/** Chosen by the page that asks; with it the page follows the question at `/api/data-agent/progress/:progress_id`. */
const ProgressId = z.uuid().optional()

/** A page shows more rows than an assistant can read. */
const MaxRows = z.int().min(1).max(10_000)

const ask = defineRoute({
  method: 'POST',
  path: '/api/data-agent/ask',
  summary: 'Ask a question, as the tool ask_question does and, for programs, under its limit',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'write',
  atomic: false,
  countsAs: 'ask_question',
  webLimit: { points: 30, seconds: 60 },
  body: z.strictObject({
    ontology_id: IdOrName,
    question: Question,
    conversation_id: z.uuid().optional(),
    clarification_answers: Answers.optional(),
    proceed_with_assumptions: z.boolean().optional(),
    max_rows: MaxRows.optional(),
    progress_id: ProgressId,
  }),
  output: Answer,
  run: async (agent: DataAgent, { body }, call) => {
    const { answer, conversationId } = await agent.ask(call, {
      ontologyId: body.ontology_id,
      question: body.question,
      conversationId: body.conversation_id,
      answers: body.clarification_answers ?? {},
      proceed: body.proceed_with_assumptions ?? false,
      maxRows: body.max_rows,
      via: 'API',
      onProgress: agent.progress.reporter(call.caller, body.progress_id),
    })
    return {
      content: [...contentOf(answer, conversationId)],
      answer: structuredContentOf(answer, conversationId),
    }
  },
})

const query = defineRoute({
  method: 'POST',
  path: '/api/data-agent/query',
  summary:
    'Answer a query in terms of an ontology, as the tool query_data does and, for programs, under its limit',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'write',
  atomic: false,
  countsAs: 'query_data',
  webLimit: { points: 60, seconds: 60 },
  body: z.strictObject({
    ontology_id: IdOrName,
    query: QueryObject,
    conversation_id: z.uuid().optional(),
    max_rows: MaxRows.optional(),
    progress_id: ProgressId,
  }),
  output: Answer,
  run: async (agent: DataAgent, { body }, call) => {
    const { answer, conversationId } = await agent.query(call, {
      ontologyId: body.ontology_id,
      query: body.query,
      conversationId: body.conversation_id,
      maxRows: body.max_rows,
      via: 'API',
      onProgress: agent.progress.reporter(call.caller, body.progress_id),
    })
    return {
      content: [...contentOf(answer, conversationId)],
      answer: structuredContentOf(answer, conversationId),
    }
  },
})

const followQuestion = defineStream({
  path: '/api/data-agent/progress/:progress_id',
  summary: 'How far a question of yours is: its place in the queue and its phases. Open it before you ask',
  needs: 'data_agent:write',
  params: z.strictObject({ progress_id: z.uuid() }),
  open: async (agent: DataAgent, { params }, { caller, signal }) =>
    agent.progress.follow(caller, params.progress_id, signal),
})

export const askingStreams = [followQuestion]

const OneConversation = z.strictObject({ conversation_id: z.uuid() })

const listConversations = defineRoute({
  method: 'GET',
  path: '/api/data-agent/conversations',
  summary: 'Your conversations, newest first',
  needs: 'data_agent:read',
  effect: 'read',
  output: z.object({ conversations: z.array(Conversation) }),
  run: async (agent: DataAgent, _, { caller }) => ({
    conversations: [...(await agent.conversations.list(caller))],
  }),
})

const getConversation = defineRoute({
  method: 'GET',
  path: '/api/data-agent/conversations/:conversation_id',
  summary: 'One of your conversations, with its questions and answers',
  needs: 'data_agent:read',
  effect: 'read',
  params: OneConversation,
  output: Conversation.extend({ turns: z.array(Turn) }),
  run: (agent: DataAgent, { params }, { caller }) => agent.conversations.get(caller, params.conversation_id),
})

const getModels = defineRoute({
  method: 'GET',
  path: '/api/data-agent/conversations/:conversation_id/models',
  summary: 'What a language model was sent for each question of your conversation, and what became of it',
  needs: 'data_agent:read',
  effect: 'read',
  params: OneConversation,
  output: z.object({
    turns: z.array(
      z.object({
        question: z.string(),
        asked_at: z.string(),
        models: z.array(
          z.object({
            provider: z.string(),
            model: z.string(),
            sent: z.object({ system: z.string(), user: z.string() }).nullable(),
            outcome: z.string(),
            readings: z.number().int(),
            refused: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  run: async (agent: DataAgent, { params }, { caller }) => ({
    turns: [...(await agent.conversations.models(caller, params.conversation_id))],
  }),
})

const deleteConversation = defineRoute({
  method: 'DELETE',
  path: '/api/data-agent/conversations/:conversation_id',
  summary: 'Forget one of your conversations',
  needs: 'data_agent:write',
  effect: 'destructive',
  params: OneConversation,
  output: Conversation,
  run: (agent: DataAgent, { params }, { caller }) =>
    agent.conversations.remove(caller, params.conversation_id),
})

const listPreferences = defineRoute({
  method: 'GET',
  path: '/api/data-agent/preferences',
  summary: 'Which readings you have chosen for good',
  needs: 'data_agent:read',
  effect: 'read',
  output: z.object({ preferences: z.array(Preference) }),
  run: async (agent: DataAgent, _, { caller }) => ({
    preferences: [...(await agent.preferences.list(caller))],
  }),
})

const keepPreference = defineRoute({
  method: 'POST',
  path: '/api/data-agent/preferences',
  summary: 'Choose a reading for good, for one ontology or for all',
  needs: 'data_agent:write',
  effect: 'write',
  body: z.strictObject({
    label: z.string().trim().min(1).max(200),
    choice: z.string().trim().min(1).max(500),
    ontology_id: OntologyId.nullable().optional(),
  }),
  output: Preference,
  status: 201,
  run: (agent: DataAgent, { body }, { caller }) =>
    agent.preferences.keep(caller, { ...body, ontologyId: body.ontology_id ?? null }),
})

const deletePreference = defineRoute({
  method: 'DELETE',
  path: '/api/data-agent/preferences/:preference_id',
  summary: 'Be asked again',
  needs: 'data_agent:write',
  effect: 'destructive',
  params: z.strictObject({ preference_id: z.uuid() }),
  output: Preference,
  run: (agent: DataAgent, { params }, { caller }) => agent.preferences.remove(caller, params.preference_id),
})

export const askingRoutes = [
  ask,
  query,
  listConversations,
  getConversation,
  getModels,
  deleteConversation,
  listPreferences,
  keepPreference,
  deletePreference,
]
