import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, InterpretationConfig, Uuid } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const reinterpret = defineTool({
  name: 'reinterpret',
  title: 'Reinterpret',
  description:
    'Reads a file again, with another configuration or a newer interpreter. The newest run counts; older ones stay readable. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  // The file is read before the transaction begins.
  atomic: false,
  input: z.object({ source_id: Uuid, interpretation_config: InterpretationConfig }),
  output: Answer,
  run: (truth: Truth, { source_id, interpretation_config }, { caller }) =>
    truth.reinterpret(caller, source_id, interpretation_config),
})
