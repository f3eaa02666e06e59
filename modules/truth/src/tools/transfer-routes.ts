import { defineRoute } from '@quipu/kit'
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

/** Everything out, and in again. */
export const transferRoutes = [exportTruth, importTruth]
