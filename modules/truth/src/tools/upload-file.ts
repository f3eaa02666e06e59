import type { JsonObject } from '@quipu/kit'
import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { TruthError } from '../errors.ts'
import { Answer, text, Uuid } from '../fields.ts'
import { settingsOf } from '../settings.ts'
import type { Truth } from '../truth.ts'

export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload file',
  description:
    'Remembers a file that lies on disk, by its path. The same file twice is kept once. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  // The file is read and kept outside of any transaction.
  atomic: false,
  limit: { points: 10, seconds: 60 },
  // Over HTTP a path would be a path on the server.
  isOffered: (installation, transport) =>
    transport !== 'http' || settingsOf(installation).uploadRoots.length > 0,
  input: z.object({
    file_path: text(4096).describe('Absolute.'),
    source_material_id: Uuid.optional().describe('The source that it belongs to.'),
    bucket: text(100).default('files'),
    properties: text(20_000).optional().describe('JSON, kept with the file instead of reading it.'),
  }),
  output: Answer,
  run: async (truth: Truth, { file_path, source_material_id, bucket, properties }, call) => {
    if (bucket !== 'files') throw new TruthError('VALIDATION_ERROR', 'bucket must be files, or left out')
    return truth.uploads.take(call, {
      path: file_path,
      partOf: source_material_id,
      properties: properties === undefined ? undefined : parsed(properties),
    })
  },
})

function parsed(text: string): JsonObject {
  const properties = z.record(z.string(), z.json()).safeParse(jsonOf(text))
  if (!properties.success)
    throw new TruthError('VALIDATION_ERROR', 'properties must be a JSON object, as text')
  return properties.data as JsonObject
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
