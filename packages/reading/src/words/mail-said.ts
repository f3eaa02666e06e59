import type { Ontology } from '@quipu/query'

/** "E-mail" is written as one word, unless the data writes it in two. */
export function withMailSaid(question: string, { datasets }: Ontology): string {
  const isWritten = datasets.some(({ fields }) => fields.some(({ label }) => /\be[- ]mail/i.test(label)))
  return isWritten ? question : question.replaceAll(/(?<![\p{L}-])(e)-(mails?)(?![\p{L}-])/giu, '$1$2')
}
