import { metricExpression, type Ontology } from '@quipu/query'
import { datasetOf } from '../restate/fields.ts'
import { fieldsIn } from '../doubt/query-parts.ts'

/** "revenue without VAT" where revenue is a net amount anyway. Elsewhere the words stay. */
export function withoutTaxSaid(question: string, ontology: Ontology): string {
  return taxLeftOut.test(question) && isNet(ontology) ? question.replace(taxLeftOut, '') : question
}

const taxLeftOut =
  /,? ?\(?\b(?:without|excluding|excl\.?|ex\.?|exclusive of|before|net of|not (?:counting|including)) (?:the |any )?(?:vat|gst|tax(?:es)?|sales tax)\b\)?/iu

function isNet(ontology: Ontology): boolean {
  if (!ontology.metrics.some(({ name }) => name === 'revenue')) return false
  const fields = fieldsIn(metricExpression('revenue', ontology), ontology)
  return (
    fields.length > 0 &&
    fields.every(({ dataset, field }) => {
      const own = datasetOf(ontology, dataset)?.fields.find(({ name }) => name === field)
      return own !== undefined && /\b(?:net|netto|excl(?:uding)?|before tax)\b/i.test(own.label)
    })
  )
}
