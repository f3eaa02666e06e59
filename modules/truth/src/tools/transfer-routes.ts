import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import { Answer } from '../fields.ts'
import type { Truth } from '../truth.ts'

const exportTruth = defineRoute({
  method: 'GET',
  path: '/api/truth/export',
  summary: 'Everything that you know with its sources, as JSON Lines',
  needs: 'truth:read',
  effect: 'read',
  limit: { points: 30, seconds: 60 },
  output: 'download',
  run: async (truth: Truth, _input, { caller }) => truth.transfer.export(caller),
})

const importTruth = defineRoute({
  method: 'POST',
  path: '/api/truth/import',
  summary: 'Takes in a file that the export wrote; what is known already stays as it is',
  needs: 'truth:write',
  effect: 'write',
  limit: { points: 30, seconds: 60 },
  body: 'bytes',
  bodyLimitBytes: 8 * 1024 ** 3,
  output: Answer,
  run: (truth: Truth, { body }, { caller }) => truth.transfer.import(caller, body.bytes),
})

const resolveRecords = defineRoute({
  method: 'POST',
  path: '/api/truth/resolve',
  summary: 'Which records of a CSV file mean the same; nothing is kept',
  needs: 'truth:read',
  effect: 'read',
  limit: { points: 10, seconds: 60 },
  query: z.strictObject({ sure_only: z.enum(['true', 'false']).default('false') }),
  body: 'bytes',
  bodyLimitBytes: 32 * 1024 ** 2,
  output: 'download',
  run: (truth: Truth, { body, query }, { caller }) =>
    truth.lists.resolve(caller, body.bytes, query.sure_only === 'true'),
})

/** Export and import of whole files. */
export const transferRoutes = [exportTruth, importTruth, resolveRecords]
