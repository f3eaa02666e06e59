import type { AnswerOf } from '../api/answers.ts'
import { client } from '../api/client.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { toast } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { useTruthRefresh } from './use-truth-refresh.ts'

type Merge = AnswerOf<'/api/truth/merges'>['merges'][number]

interface Props {
  readonly merges: readonly Merge[]
  readonly mayWrite: boolean
}

/** Merges, each with a button to undo it. */
export function MergeRows({ merges, mayWrite }: Props) {
  const action = useAction()
  const refresh = useTruthRefresh()
  const undo = (entityId: string) =>
    action.run(async () => {
      await client.POST('/api/truth/unmerge_entities', { body: { entity_id: entityId } })
      toast('The merge was taken back')
      await refresh()
    })
  return (
    <>
      <ul className="rows">
        {merges.map(
          ({ from_entity_id: from, from_name: name, into, merged_at: at, merge_reason: reason }) => (
            <li key={from}>
              <div className="grow">
                {name} → <Link to={`/app/truth/${into.id}`}>{into.canonical_name}</Link>
                <div className="small soft">
                  <Moment at={at} />
                  {reason !== null && `, ${reason}`}
                </div>
              </div>
              {mayWrite && (
                <button
                  type="button"
                  className="button slim"
                  disabled={action.isBusy}
                  aria-label={`Take back the merge of ${name}`}
                  onClick={() => void undo(from)}
                >
                  Take back
                </button>
              )}
            </li>
          ),
        )}
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </>
  )
}
