import { metricExpression, type Condition, type Expression, type Ontology } from '@quipu/query'
import { and } from '../interpret/builder.ts'

/** The figure of those rows only. */
export function narrowed(of: Expression, condition: Condition, ontology: Ontology): Expression {
  switch (of.kind) {
    case 'metric':
      return narrowed(metricExpression(of.name, ontology), condition, ontology)
    case 'aggregate':
      return { ...of, where: and(of.where === undefined ? [condition] : [of.where, condition]) ?? condition }
    case 'arithmetic':
      return {
        ...of,
        left: narrowed(of.left, condition, ontology),
        right: narrowed(of.right, condition, ontology),
      }
    case 'field':
    case 'join-text':
    case 'length':
    case 'literal':
    case 'now':
    case 'part':
    case 'period':
    case 'rows':
    case 'running':
    case 'scalar':
    case 'share':
    case 'span':
      return of
  }
}
