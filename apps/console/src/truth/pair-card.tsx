import type { AnswerOf } from '../api/answers.ts'
import { client } from '../api/client.ts'
import { useAction } from '../ui/use-action.ts'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { toast } from '../ui/toasts.tsx'
import { fieldWords, valueWords } from './trace.ts'
import { useTruthRefresh } from './use-truth-refresh.ts'
import './truth.css'

export type Pair = AnswerOf<'/api/truth/duplicates'>['pairs'][number]

interface Props {
  readonly pair: Pair
  readonly mayWrite: boolean
}

/** Two entities that may be the same, side by side, with a button to merge them and one to keep them apart. */
export function PairCard({ pair, mayWrite }: Props) {
  const { entity, other, probability } = pair
  const action = useAction()
  const refresh = useTruthRefresh()
  const merge = () =>
    action.run(async () => {
      await client.POST('/api/truth/merge_entities', {
        body: { from_entity_id: entity.id, to_entity_id: other.id },
      })
      toast('Merged. It can be taken back.')
      await refresh()
    })
  const keepApart = () =>
    action.run(async () => {
      await client.POST('/api/truth/duplicates/keep_apart', {
        body: { entity_id: entity.id, other_entity_id: other.id },
      })
      toast('These two are not suggested again. It can be taken back.')
      await refresh()
    })
  return (
    <article className="pair-card">
      <PairTable pair={pair} />
      <div className="pair-end">
        <Badge tone={probability > 0.95 ? 'good' : 'plain'}>{likelihood(probability)}</Badge>
        <Badge>{fieldWords(entity.entity_type)}</Badge>
        {mayWrite && (
          <div className="pair-choice">
            <button
              type="button"
              className="button slim"
              disabled={action.isBusy}
              onClick={() => void keepApart()}
            >
              Not the same
            </button>
            <button
              type="button"
              className="button slim primary"
              disabled={action.isBusy}
              onClick={() => void merge()}
            >
              Merge
            </button>
          </div>
        )}
      </div>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </article>
  )
}

/** The values that speak for and against it. */
function PairTable({ pair: { entity, other, why } }: { readonly pair: Pair }) {
  return (
    <table className="pair-table">
      <caption className="unseen">
        {entity.canonical_name} and {other.canonical_name}
      </caption>
      <thead>
        <tr>
          <td />
          {[entity, other].map(({ id, canonical_name: name }) => (
            <th key={id} scope="col">
              <Link to={`/app/truth/${id}`} className="clip">
                {name}
              </Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {why.map(({ field, bits, values }) => (
          <tr key={field} className={bits > 0 ? 'agrees' : 'differs'}>
            <th scope="row">{fieldWords(field)}</th>
            {values.map((value, index) => (
              <td key={index}>{valueWords(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A computed probability is never shown as 100 %. */
function likelihood(probability: number): string {
  return probability > 0.99 ? 'more than 99% likely' : `${Math.round(probability * 100)}% likely`
}
