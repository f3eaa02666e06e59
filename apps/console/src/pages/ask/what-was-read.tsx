import { HowRead } from '../../data/how-read.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import type { Ontology } from './choices.ts'

const most = 6

/** Before the first question: what was found in the files, so that a person sees what answers rest on. */
export function WhatWasRead({ ontology: { id, datasets } }: { readonly ontology: Ontology }) {
  const files = datasets.filter(({ understood, is_hidden: isHidden }) => understood !== null && !isHidden)
  if (files.length === 0) return null
  return (
    <Card
      title="What was read"
      actions={
        <Link to={`/app/data/${id}`} className="button slim">
          Each column
        </Link>
      }
    >
      {files.slice(0, most).map((dataset) => (
        <section key={dataset.name} className="read-file" aria-label={dataset.label}>
          <h3>{dataset.label}</h3>
          <HowRead dataset={dataset} />
        </section>
      ))}
      {files.length > most && <p className="soft">… and {files.length - most} more.</p>}
    </Card>
  )
}
