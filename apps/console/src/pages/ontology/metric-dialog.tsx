import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd, withoutPlace } from '../../ui/form-end.tsx'
import { exampleFormula, inFormula } from './formula.ts'
import { useOverlay, wordsOf, type Ontology } from './use-overlay.ts'

interface Props {
  readonly ontology: Ontology
  /** One without a name is new. */
  readonly metric: Ontology['metrics'][number]
  readonly onClose: () => void
}

/** A figure with a name: what it is called and how it is computed. The server checks the formula. */
export function MetricDialog({ ontology, metric, onClose }: Props) {
  const { action, keep } = useOverlay(ontology)
  const [label, setLabel] = useState(metric.label)
  const [expression, setExpression] = useState(metric.expression)
  const [about, setAbout] = useState(metric.description ?? '')
  const [unit, setUnit] = useState(metric.unit ?? '')
  const [words, setWords] = useState(metric.synonyms.join(', '))
  const isNew = metric.name === ''
  const name = isNew ? nameFrom(label) : metric.name
  const isTaken = isNew && ontology.metrics.some((one) => one.name === name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isTaken) return
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
    <Dialog title={isNew ? 'New metric' : `Edit ${metric.label}`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label="Label"
          value={label}
          maxLength={100}
          required
          data-first
          error={
            isTaken ? 'There is a metric of this name. Edit that one, or choose another name.' : undefined
          }
          onText={setLabel}
        />
        <Formula ontology={ontology} value={expression} onText={setExpression} />
        <Field label="What it means" value={about} maxLength={2000} onText={setAbout} />
        <div className="field-pair">
          <Field label="Unit" value={unit} maxLength={30} placeholder="EUR" onText={setUnit} />
          <Field label="Also called" value={words} hint="Words with commas between them." onText={setWords} />
        </div>
        <FormEnd action={withoutPlace(action)} verb="Save" onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface FormulaProps {
  readonly ontology: Ontology
  readonly value: string
  readonly onText: (text: string) => void
}

/** The formula, and a list of fields that can be put into it. */
function Formula({ ontology, value, onText }: FormulaProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>How it is computed</label>
      <textarea
        id={id}
        className="code-area"
        rows={3}
        maxLength={4000}
        required
        spellCheck={false}
        placeholder={exampleFormula(ontology)}
        value={value}
        aria-describedby={`${id}-note`}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <p id={`${id}-note`} className="small soft">
        With sum, avg, count, min and max over fields from the list below, and + − × ÷ as + - * /. A part of
        the rows: sum(…) filter (where … is null).
      </p>
      <select
        className="insert-field"
        aria-label="Put a field into the formula"
        value=""
        onChange={(event) => onText(`${value}${event.currentTarget.value}`)}
      >
        <option value="">Add a field …</option>
        {ontology.datasets
          .filter(({ is_hidden: isHidden }) => !isHidden)
          .map(({ name: dataset, label, fields }) => (
            <optgroup key={dataset} label={label}>
              {fields
                .filter(({ is_hidden: isHidden }) => !isHidden)
                .map(({ name, label: words }) => (
                  <option key={name} value={inFormula(dataset, name)}>
                    {words}
                  </option>
                ))}
            </optgroup>
          ))}
      </select>
    </div>
  )
}

/** `Net revenue` → `net_revenue`. */
function nameFrom(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
}
