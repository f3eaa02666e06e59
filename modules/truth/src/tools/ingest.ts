import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { TruthError } from '../errors.ts'
import { Answer, InterpretationConfig, JsonFields, Provenance, text, UserId } from '../fields.ts'
import { fileBytes, requireMimeType } from '../file-bytes.ts'
import { requireOwnUser } from '../own-user.ts'
import type { Truth } from '../truth.ts'

export const ingest = defineTool({
  name: 'ingest',
  title: 'Ingest',
  description:
    'Remembers a file (file_content with mime_type) or facts that you state (entities), with their source. The same content twice is kept once. Strong, deterministic.',
  needs: 'truth:write',
  effect: 'write',
  idempotent: true,
  limit: { points: 100, seconds: 60 },
  input: z.object({
    user_id: UserId,
    file_content: z.string().optional().describe('Base64, up to 50 MB.'),
    mime_type: text(200).optional(),
    original_filename: text(255).optional(),
    interpret: z.boolean().default(true),
    interpretation_config: InterpretationConfig.optional(),
    entities: z
      .array(JsonFields)
      .max(1000)
      .optional()
      .describe('Each with entity_type (see list_entity_types) and its fields.'),
    source_priority: z.int().min(0).max(999).default(100),
    provenance: Provenance.optional(),
  }),
  output: Answer,
  run: (truth: Truth, input, { caller }) => {
    requireOwnUser(caller, input.user_id)
    const { file_content, entities, mime_type } = input
    if ((file_content === undefined) === (entities === undefined))
      throw new TruthError('VALIDATION_ERROR', 'Give either file_content with mime_type, or entities')
    if (entities !== undefined) {
      if (entities.length === 0) throw new TruthError('VALIDATION_ERROR', 'entities cannot be empty')
      return truth.ingestEntities(caller, { ...input, entities })
    }
    if (mime_type === undefined)
      throw new TruthError('VALIDATION_ERROR', 'mime_type is required with file_content')
    requireMimeType(mime_type)
    return truth.ingestFile(caller, {
      bytes: fileBytes(file_content ?? ''),
      mimeType: mime_type,
      filename: input.original_filename,
      interpret: input.interpret,
      config: input.interpretation_config ?? {},
    })
  },
})
