import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { MetricDialog } from './metric-dialog.tsx'
import { useOverlay, type Ontology } from './use-overlay.ts'

type Metric = Ontology['metrics'][number]

interface Props {
  readonly ontology: Ontology
  readonly mayEdit: boolean
}

const none = {
  name: '',
  label: '',
  description: null,
  synonyms: [],
  expression: '',
  unit: null,
  is_proposed: false,
}

/** The metrics. A proposed metric becomes a person's own when it is edited. */
export function MetricsTab({ ontology, mayEdit }: Props) {
  const [edited, setEdited] = useState<Metric>()
  const { action, keep } = useOverlay(ontology)
  const remove = ({ name }: Metric) =>
    keep({ metrics: (ontology.overlay.metrics ?? []).filter((one) => one.name !== name) })
  return (
    <>
      <div className="list-top">
        <p className="soft">
          Figures with a name that questions can use. Proposed ones were found; edit one to make it yours.
        </p>
        {mayEdit && (
          <button type="button" className="button slim" onClick={() => setEdited(none)}>
            New metric
          </button>
        )}
      </div>
      {ontology.metrics.length === 0 && <Empty icon="data" title="No metric yet" />}
      <ul className="rows wide-rows">
        {ontology.metrics.map((metric) => (
          <li key={metric.name}>
            <span className="grow">
              {metric.label} {metric.is_proposed && <Badge>proposed</Badge>}
              <code className="metric-code">{metric.expression}</code>
              {metric.description !== null && <span className="small soft">{metric.description}</span>}
            </span>
            {mayEdit && (
              <button
                type="button"
                className="button slim"
                onClick={() => setEdited(metric)}
                aria-label={`Edit ${metric.label}`}
              >
                Edit
              </button>
            )}
            {mayEdit && !metric.is_proposed && (
              <button
                type="button"
                className="button slim danger"
                onClick={() => void remove(metric)}
                aria-label={`Remove ${metric.label}`}
              >
                Remove
              </button>
            )}
          </li>
        ))}
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {edited !== undefined && (
        <MetricDialog ontology={ontology} metric={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
