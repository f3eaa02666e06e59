import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { writeSearch } from '../../navigation/search.ts'
import { useOverlay, type Ontology } from './use-overlay.ts'

interface Props {
  readonly ontology: Ontology
  readonly mayEdit: boolean
}

/** Questions that a person answered with their own SQL. */
export function VerifiedTab({ ontology, mayEdit }: Props) {
  const { action, keep } = useOverlay(ontology)
  const all = ontology.overlay.verified ?? []
  if (all.length === 0)
    return (
      <Empty icon="check" title="No verified question yet">
        Ask a question, choose “Wrong?” and save the SQL that answers it.
      </Empty>
    )
  return (
    <>
      <ul className="rows wide-rows">
        {all.map((one) => (
          <li key={one.question}>
            <span className="grow">
              <Link to={`/app/ask${writeSearch({ ontology: ontology.id, q: one.question })}`}>
                {one.question}
              </Link>
              <span className="small soft data-note">
                {one.verifiedBy === undefined ? 'Verified' : `Verified by ${one.verifiedBy}`}{' '}
                {one.verifiedAt !== undefined && <Moment at={one.verifiedAt} />}
              </span>
              <details className="small">
                <summary>SQL</summary>
                <code className="metric-code">{one.sql}</code>
              </details>
            </span>
            {mayEdit && (
              <button
                type="button"
                className="button slim danger"
                onClick={() => void keep({ verified: all.filter((other) => other !== one) })}
                aria-label={`Remove ${one.question}`}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </>
  )
}
