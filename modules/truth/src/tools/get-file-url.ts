import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { Answer, text } from '../fields.ts'
import type { Truth } from '../truth.ts'

export const getFileUrl = defineTool({
  name: 'get_file_url',
  title: 'Get file URL',
  description:
    'A link by which anyone can save a file, until it expires. Strong; the link differs each time.',
  needs: 'truth:read',
  effect: 'read',
  input: z.object({
    file_path: text(300).describe('Its source_id.'),
    expires_in: z.int().min(1).max(604_800).default(3600).describe('Seconds.'),
  }),
  output: Answer,
  run: (truth: Truth, { file_path, expires_in }, { caller }) =>
    truth.files.link(caller, file_path, expires_in),
})
