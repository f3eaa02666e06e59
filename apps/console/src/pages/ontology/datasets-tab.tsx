import { useState } from 'react'
import { HowRead, readWords } from '../../data/how-read.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSearch } from '../../navigation/use-search.ts'
import { EntryDialog, type Edited } from './entry-dialog.tsx'
import type { Ontology } from './use-overlay.ts'

type Dataset = Ontology['datasets'][number]
type OntologyField = Dataset['fields'][number]

interface Props {
  readonly ontology: Ontology
  readonly mayEdit: boolean
}

/** One dataset with its fields; labels and synonyms can be changed. */
export function DatasetsTab({ ontology, mayEdit }: Props) {
  const [search, setSearch] = useSearch()
  const [filter, setFilter] = useState('')
  const [edited, setEdited] = useState<Edited>()
  const { datasets } = ontology
  const dataset = datasets.find(({ name }) => name === search['dataset']) ?? datasets[0]
  if (dataset === undefined) return <p className="soft">There is no dataset in it.</p>
  const wanted = filter.trim().toLowerCase()
  const fields = dataset.fields.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted))
  return (
    <>
      <div className="filters">
        <SelectField
          label="Dataset"
          value={dataset.name}
          options={datasets.map(({ name, label, rows }) => ({
            value: name,
            title: `${label} (${rows.toLocaleString()} rows)`,
          }))}
          onValue={(name) => setSearch({ dataset: name })}
        />
        <Field label="Find a field" value={filter} onText={setFilter} />
      </div>
      <div className="list-top">
        <p className="soft">
          {dataset.description ??
            (dataset.understood === null
              ? `${dataset.rows.toLocaleString()} rows of ${dataset.source}. `
              : '')}{' '}
          {dataset.synonyms.length > 0 && `Also called: ${dataset.synonyms.slice(0, 8).join(', ')}. `}
          {dataset.is_hidden && <Badge>hidden</Badge>}
        </p>
        {mayEdit && (
          <button type="button" className="button slim" onClick={() => setEdited({ dataset })}>
            Edit this dataset
          </button>
        )}
      </div>
      <HowRead dataset={dataset} />
      <DataTable
        label={`Fields of ${dataset.label}`}
        columns={columnsOf(dataset, mayEdit, (field) => setEdited({ dataset, field }))}
        rows={fields}
        keyOf={({ name }) => name}
      />
      {edited !== undefined && (
        <EntryDialog ontology={ontology} edited={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function columnsOf(
  { fields }: Dataset,
  mayEdit: boolean,
  onEdit: (field: OntologyField) => void,
): readonly Column<OntologyField>[] {
  return [
    { key: 'label', title: 'Label', cell: ({ label }) => label, sortBy: ({ label }) => label },
    { key: 'name', title: 'Name', cell: ({ name }) => <code>{name}</code>, sortBy: ({ name }) => name },
    { key: 'role', title: 'Role', cell: ({ role }) => <Badge>{role}</Badge>, sortBy: ({ role }) => role },
    { key: 'type', title: 'Type', cell: ({ type, unit }) => (unit === null ? type : `${type}, ${unit}`) },
    ...(fields.some(({ understood, doubts }) => understood !== null || doubts.length > 0)
      ? [{ key: 'read', title: 'How it was read', cell: readWords }]
      : []),
    { key: 'words', title: 'Also called', cell: ({ synonyms }) => synonyms.slice(0, 6).join(', ') },
    ...(mayEdit
      ? [
          {
            key: 'edit',
            title: 'Edit',
            isAction: true,
            cell: (field: OntologyField) => (
              <button
                type="button"
                className="link"
                onClick={() => onEdit(field)}
                aria-label={`Edit ${field.label}`}
              >
                {field.is_hidden ? 'Edit (hidden)' : 'Edit'}
              </button>
            ),
          },
        ]
      : []),
  ]
}
