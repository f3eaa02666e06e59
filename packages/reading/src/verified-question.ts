import type { Ontology, VerifiedQuestion } from '@quipu/query'

const opening =
  /^(?:please|can you|could you|show me|show|give me|give|tell me|list|display|find|get|what is|what are|what was|what were|whats|what s)\s+/
const small = /\b(?:the|a|an|please)\b/g

/** Entry point: finds the verified question that differs at most in case, punctuation, articles and opening words. */
export function verifiedQuestion(question: string, ontology: Ontology): VerifiedQuestion | null {
  if (ontology.verified.length === 0) return null
  const asked = folded(question)
  return (
    ontology.verified.find(
      (each) => each.question === question || (asked !== '' && folded(each.question) === asked),
    ) ?? null
  )
}

function folded(text: string): string {
  let words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<>=%$€£+-]+/gu, ' ')
    .trim()
  for (let match = opening.exec(words); match; match = opening.exec(words))
    words = words.slice(match[0].length)
  return words.replace(small, ' ').replace(/\s+/g, ' ').trim()
}
