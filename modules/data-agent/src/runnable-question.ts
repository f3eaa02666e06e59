import type { Ontology } from '@quipu/query'
import { verifiedQuestion } from '@quipu/reading'
import { problemOfVerified } from './ontology/check-verified.ts'

/** The verified question that matches this one, if its SQL can still be run. */
export async function runnableQuestion(question: string, ontology: Ontology): Promise<string | null> {
  const found = verifiedQuestion(question, ontology)
  if (found === null) return null
  const shown = { ...ontology, datasets: ontology.datasets.filter(({ isHidden }) => !isHidden) }
  return (await problemOfVerified(found.sql, shown)) === null ? found.question : null
}
