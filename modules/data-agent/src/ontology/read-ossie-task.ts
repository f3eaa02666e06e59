import type { WorkerTask } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OssieReading } from './ossie-import.ts'
import { readOssie } from './ossie-import.ts'
import type { Refusal } from './run-apart.ts'

export const run: WorkerTask = (yaml): OssieReading | Refusal => {
  try {
    // The input from `Ontologies`.
    return readOssie(yaml as string)
  } catch (error) {
    if (error instanceof ToolError) return { refusal: error.message }
    throw error
  }
}
