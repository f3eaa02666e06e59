import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, Uuid } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const eraseSource = defineTool({
  name: 'erase_source',
  title: 'Erase source',
  description:
    'Removes a source for good, with every fact that rests on it alone. Cannot be undone. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'destructive',
  input: z.object({
    source_id: Uuid,
  }),
  output: Answer,
  run: (truth: Truth, { source_id }, { caller }) => truth.eraseSource(caller, source_id),
})
