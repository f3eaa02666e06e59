import type { JsonObject } from '@quipu/kit'
import { defineTool, ToolContent } from '@quipu/kit'
import { z } from 'zod'
import { contentOf, structuredContentOf } from '../answer/content.ts'
import type { DataAgent } from '../data-agent.ts'
import { IdOrName, MaxRows, Question } from '../fields.ts'

const Input = z.object({ ontologyId: IdOrName, question: Question, max_rows: MaxRows.optional() })

/** Stored like a question. */
export const runVerifiedQuestion = defineTool<DataAgent, typeof Input>({
  name: 'run_verified_question',
  title: 'Run verified question',
  description:
    'Answers a question whose SQL a person has verified, by that SQL alone; any other is refused with those there are.',
  needs: ['data_agent:write', 'ontologies:read'],
  effect: 'write',
  atomic: false,
  openWorld: true,
  limit: { points: 30, seconds: 60 },
  audited: ['ontologyId', 'question'],
  input: Input,
  run: async (agent, input, call) => {
    const { answer, conversationId } = await agent.runVerified(call, {
      ontologyId: input.ontologyId,
      question: input.question,
      conversationId: undefined,
      answers: {},
      proceed: false,
      maxRows: input.max_rows,
      via: 'MCP',
    })
    // Its schema allows only plain values.
    return new ToolContent(
      contentOf(answer, conversationId),
      structuredContentOf(answer, conversationId) as unknown as JsonObject,
    )
  },
})
