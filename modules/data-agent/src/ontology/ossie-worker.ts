import { parentPort, workerData } from 'node:worker_threads'
import { ToolError } from '@quipu/kit'
import type { OssieReading } from './ossie-import.ts'
import { readOssie } from './ossie-import.ts'
import type { Refusal } from './run-apart.ts'

// As `Ontologies` gives it.
parentPort?.postMessage(outcomeOf(workerData as string))

function outcomeOf(yaml: string): OssieReading | Refusal {
  try {
    return readOssie(yaml)
  } catch (error) {
    if (error instanceof ToolError) return { refusal: error.message }
    throw error
  }
}
