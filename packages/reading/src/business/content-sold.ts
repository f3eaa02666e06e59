import type { Ontology } from '@quipu/query'

/** "how many litres of each tea did we sell", "which tea did we sell the most litres of": the content of what was sold. */
export function withContentSold(question: string, { metrics }: Pick<Ontology, 'metrics'>): string {
  const metric = metrics.find(({ name }) => name === 'content_sold' || name.endsWith('_content_sold'))
  if (metric === undefined) return question
  const named = metric.synonyms.flatMap((name) => /^(\p{L}{2,}) sold$/u.exec(name)?.[1] ?? [])
  if (named.length === 0) return question
  const unit = `(?<unit>${named.join('|')})`
  return forms(unit).reduce((text, { pattern, plain }) => text.replace(pattern, plain), question)
}

const sold = '(?:sell|sold|shift|shifted|move|moved)'
const we = '(?:did|do|have) we(?: ever)?'

function forms(unit: string): readonly { readonly pattern: RegExp; readonly plain: string }[] {
  const form = (pattern: string, plain: string): { readonly pattern: RegExp; readonly plain: string } => ({
    pattern: new RegExp(pattern, 'iu'),
    plain,
  })
  return [
    form(
      String.raw`\b(?:which|what) (?<thing>.{2,30}?) ${we} ${sold} the (?<most>most|least|fewest) ${unit}(?: of)?\b`,
      'which $<thing> has the $<most> $<unit> sold',
    ),
    form(String.raw`\b${sold} the (?<most>most|least|fewest) ${unit}\b`, 'has the $<most> $<unit> sold'),
    form(
      String.raw`\bhow many ${unit} of (?:each|every) (?<thing>.{2,30}?) ${we} ${sold}\b`,
      '$<unit> sold per $<thing>',
    ),
    form(String.raw`\bhow many ${unit} of (?<thing>.{2,30}?) ${we} ${sold}\b`, '$<unit> sold of $<thing>'),
    form(String.raw`\bhow many ${unit} ${we} ${sold}\b`, '$<unit> sold'),
  ]
}
