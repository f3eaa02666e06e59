import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import type { DataAgent } from '../data-agent.ts'
import { uploadLimits } from '../uploads/upload-limits.ts'

const send = defineRoute({
  method: 'POST',
  path: '/api/data-agent/uploads/:upload_id/files',
  summary:
    'Send a CSV, TSV, Parquet, JSON or XLSX file of up to 1 GiB, as it is. Files with the same upload_id, which you make up, are connected together',
  needs: 'connections:write',
  effect: 'write',
  body: 'bytes',
  bodyLimitBytes: uploadLimits.bytes,
  params: z.strictObject({ upload_id: z.uuid() }),
  query: z.strictObject({ name: z.string().trim().min(1).max(255).optional() }),
  output: z.object({ files: z.array(z.object({ name: z.string(), size: z.int() })) }),
  status: 201,
  run: async (agent: DataAgent, { params, query, body }, { caller, signal }) => ({
    files: [
      await agent.uploads.take(caller, {
        uploadId: params.upload_id,
        name: query.name ?? body.fileName ?? '',
        bytes: body.bytes,
        signal,
      }),
    ],
  }),
})

export const uploadRoutes = [send]
