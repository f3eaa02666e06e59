import { GraphView } from '../../graph/graph-view.tsx'
import { useSearch } from '../../navigation/use-search.ts'
import type { Ontology } from './use-overlay.ts'

/** With more datasets the picture would be unreadable. */
const mostBoxes = 150

/** The relationships between datasets, as a picture and as a list. */
export function GraphTab({ ontology: { datasets, relationships } }: { readonly ontology: Ontology }) {
  const [, setSearch] = useSearch()
  const labelOf = new Map(datasets.map(({ name, label }) => [name, label]))
  const shown = datasets.filter(({ is_hidden: isHidden }) => !isHidden)
  return (
    <>
      {shown.length > mostBoxes ? (
        <p className="soft">
          There are {shown.length} datasets, too many for a picture. The list below has them all.
        </p>
      ) : (
        <GraphView
          label="Datasets and how they are connected"
          nodes={shown.map(({ name, label, rows, fields }) => ({
            id: name,
            label,
            note: `${rows.toLocaleString()} rows, ${fields.length} fields`,
          }))}
          edges={relationships.map(({ from, to, name }) => ({ from, to, label: name }))}
          onChoose={(name) => setSearch({ tab: 'datasets', dataset: name })}
        />
      )}
      <h3 className="list-title">As a list</h3>
      <ul className="small graph-list">
        {shown.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              className="link"
              onClick={() => setSearch({ tab: 'datasets', dataset: name })}
            >
              {label}
            </button>
            {relationships
              .filter(({ from }) => from === name)
              .map(({ name: join, to, from_fields: fields }, index) => (
                <span key={join}>
                  {index === 0 ? ' → ' : ', '}
                  {labelOf.get(to) ?? to} ({fields.join(', ')})
                </span>
              ))}
          </li>
        ))}
      </ul>
    </>
  )
}
