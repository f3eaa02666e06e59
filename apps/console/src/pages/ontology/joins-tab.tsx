import { useState, type FormEvent } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useOverlay, type Ontology, type Overlay, type OverlayEdit } from './use-overlay.ts'

type Relationship = Ontology['relationships'][number]

interface Props {
  readonly ontology: Ontology
  readonly mayEdit: boolean
}

/** The relationships between datasets: declared, guessed, or added by people. */
export function JoinsTab({ ontology, mayEdit }: Props) {
  const { action, keep } = useOverlay(ontology)
  const [isAdding, setAdding] = useState(false)
  const joins = ontology.overlay.joins ?? []
  const remove = ({ from, to, from_fields: fromFields, to_fields: toFields }: Relationship) => {
    const others = joins.filter((one) => !isSame(one, { from, to, fromFields, toFields }))
    return keep({ joins: [...others, { from, to, fromFields, toFields, isRemoved: true }] })
  }
  return (
    <>
      <div className="list-top">
        <p className="soft">How a row of one dataset leads to a row of another.</p>
        {mayEdit && (
          <button type="button" className="button slim" onClick={() => setAdding(true)}>
            New join
          </button>
        )}
      </div>
      <ul className="rows wide-rows">
        {ontology.relationships.map((one) => (
          <li key={one.name}>
            <span className="grow">
              {one.from} → {one.to}
              <span className="small soft data-note">
                {one.from_fields.join(', ')} = {one.to_fields.join(', ')}, {one.cardinality}
              </span>
            </span>
            <Badge tone={one.confidence === 1 ? 'good' : 'warn'}>
              {one.confidence === 1 ? one.origin : `${one.origin}, ${Math.round(one.confidence * 100)} %`}
            </Badge>
            {mayEdit && (
              <button
                type="button"
                className="button slim danger"
                onClick={() => void remove(one)}
                aria-label={`Not true: ${one.name}`}
              >
                Not true
              </button>
            )}
          </li>
        ))}
        <RemovedJoins joins={joins} mayEdit={mayEdit} keep={keep} />
      </ul>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {isAdding && <JoinDialog ontology={ontology} onClose={() => setAdding(false)} />}
    </>
  )
}

interface RemovedProps {
  readonly joins: NonNullable<Overlay['joins']>
  readonly mayEdit: boolean
  readonly keep: OverlayEdit['keep']
}

function RemovedJoins({ joins, mayEdit, keep }: RemovedProps) {
  const removed = joins.filter(({ isRemoved }) => isRemoved === true)
  return (
    <>
      {removed.map((one) => (
        <li key={`${one.from}${one.to}${one.fromFields.join()}`}>
          <span className="grow soft">
            {one.from} → {one.to} by {one.fromFields.join(', ')}: not true
          </span>
          {mayEdit && (
            <button
              type="button"
              className="button slim"
              onClick={() => void keep({ joins: joins.filter((other) => other !== one) })}
            >
              Take it back
            </button>
          )}
        </li>
      ))}
    </>
  )
}

interface Join {
  readonly from: string
  readonly to: string
  readonly fromFields: readonly string[]
  readonly toFields: readonly string[]
}

function isSame(a: Join, b: Join): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.fromFields.join('\n') === b.fromFields.join('\n') &&
    a.toFields.join('\n') === b.toFields.join('\n')
  )
}

function JoinDialog({ ontology, onClose }: { readonly ontology: Ontology; readonly onClose: () => void }) {
  const { action, keep } = useOverlay(ontology)
  const { datasets } = ontology
  const fieldsOf = (name: string) => datasets.find((one) => one.name === name)?.fields ?? []
  const [from, setFrom] = useState(datasets[0]?.name ?? '')
  const [to, setTo] = useState(datasets[1]?.name ?? datasets[0]?.name ?? '')
  const [fromField, setFromField] = useState('')
  const [toField, setToField] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const join = {
      from,
      to,
      fromFields: [fromField || (fieldsOf(from)[0]?.name ?? '')],
      toFields: [toField || (fieldsOf(to)[0]?.name ?? '')],
    }
    if (await keep({ joins: [...(ontology.overlay.joins ?? []), join] })) onClose()
  }
  const sets = datasets.map(({ name, label }) => ({ value: name, title: label }))
  const options = (name: string) => fieldsOf(name).map((field) => ({ value: field.name, title: field.label }))
  return (
    <Dialog title="New join" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <SelectField label="Each row of" value={from} options={sets} onValue={setFrom} />
        <SelectField
          label="By its field"
          value={fromField || (options(from)[0]?.value ?? '')}
          options={options(from)}
          onValue={setFromField}
        />
        <SelectField label="Belongs to a row of" value={to} options={sets} onValue={setTo} />
        <SelectField
          label="With the field"
          value={toField || (options(to)[0]?.value ?? '')}
          options={options(to)}
          onValue={setToField}
        />
        <FormEnd action={action} verb="Add" onClose={onClose} />
      </form>
    </Dialog>
  )
}
