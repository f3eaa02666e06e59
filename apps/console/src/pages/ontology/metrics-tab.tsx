import { useState, type FormEvent } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useOverlay, wordsOf, type Ontology } from './use-overlay.ts'

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

/** Figures with a name. Those that were proposed become a person's own when they are edited. */
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

interface DialogProps {
  readonly ontology: Ontology
  readonly metric: Metric
  readonly onClose: () => void
}

function MetricDialog({ ontology, metric, onClose }: DialogProps) {
  const { action, keep } = useOverlay(ontology)
  const [label, setLabel] = useState(metric.label)
  const [expression, setExpression] = useState(metric.expression)
  const [about, setAbout] = useState(metric.description ?? '')
  const [unit, setUnit] = useState(metric.unit ?? '')
  const [words, setWords] = useState(metric.synonyms.join(', '))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name =
      metric.name === ''
        ? label
            .trim()
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '_')
        : metric.name
    const next = {
      name,
      label: label.trim(),
      description: about.trim() === '' ? null : about.trim(),
      synonyms: wordsOf(words),
      expression: expression.trim(),
      unit: unit.trim() === '' ? null : unit.trim(),
    }
    const others = (ontology.overlay.metrics ?? []).filter((one) => one.name !== name)
    if (await keep({ metrics: [...others, next] })) onClose()
  }
  return (
    <Dialog title={metric.name === '' ? 'New metric' : `Edit ${metric.label}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Label" value={label} maxLength={100} required data-first onText={setLabel} />
        <Field
          label="How it is computed"
          value={expression}
          maxLength={4000}
          required
          spellCheck={false}
          placeholder="sum(order_items.quantity * order_items.unit_price)"
          hint="Over fields as dataset.field, with sum, avg, count, min and max."
          onText={setExpression}
        />
        <Field label="What it means" value={about} maxLength={2000} onText={setAbout} />
        <Field label="Unit" value={unit} maxLength={30} onText={setUnit} />
        <Field label="Also called" value={words} hint="Words with commas between them." onText={setWords} />
        <FormEnd action={action} verb="Save" onClose={onClose} />
      </form>
    </Dialog>
  )
}
