import type { AnswerOf } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { useTruthRefresh } from '../../truth/use-truth-refresh.ts'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

type KeptPair = AnswerOf<'/api/truth/duplicates/kept_apart'>['pairs'][number]

interface Props {
  readonly pairs: readonly KeptPair[]
  readonly mayWrite: boolean
}

/** Pairs that a person said are not the same, each with a way to take that back. */
export function KeptApart({ pairs, mayWrite }: Props) {
  const action = useAction()
  const refresh = useTruthRefresh()
  const takeBack = ({ entity, other }: KeptPair) =>
    action.run(async () => {
      await client.POST('/api/truth/duplicates/suggest_again', {
        body: { entity_id: entity.id, other_entity_id: other.id },
      })
      toast('These two may be suggested again')
      await refresh()
    })
  return (
    <>
      <ul className="rows">
        {pairs.map((pair) => (
          <li key={`${pair.entity.id} ${pair.other.id}`}>
            <div className="grow">
              <Link to={`/app/truth/${pair.entity.id}`}>{pair.entity.canonical_name}</Link> and{' '}
              <Link to={`/app/truth/${pair.other.id}`}>{pair.other.canonical_name}</Link>
              <div className="small soft">
                <Moment at={pair.said_at} />
              </div>
            </div>
            {mayWrite && (
              <button
                type="button"
                className="button slim"
                disabled={action.isBusy}
                aria-label={`Suggest again: ${pair.entity.canonical_name} and ${pair.other.canonical_name}`}
                onClick={() => void takeBack(pair)}
              >
                Suggest again
              </button>
            )}
          </li>
        ))}
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </>
  )
}
