import { useMay } from '../../api/use-account.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import type { Ontology } from './choices.ts'
import type { AskReply, AskRequest } from './use-asking.ts'

interface Props {
  readonly reply: AskReply
  readonly ontology: Ontology | undefined
  readonly isBusy: boolean
  readonly onAsk: (request: Omit<AskRequest, 'ontologyId'>) => void
}

/** Why there is no answer, what can be answered instead, and what a person can do about it. */
export function NoAnswer({ reply: { answer, request }, ontology, isBusy, onAsk }: Props) {
  const mayEdit = useMay('ontologies:write')
  const { nearest = [], missing = [], available = [], reason = '' } = answer
  const unsaid = missing.filter((word) => !reason.includes(word))
  const id = ontology?.id ?? request.ontologyId
  return (
    <Card title="This cannot be answered from this data">
      <p>{reason}</p>
      {unsaid.length > 0 && <p>Missing: {unsaid.join(', ')}</p>}
      {nearest.length > 0 && (
        <>
          <p>What can be answered instead:</p>
          <div className="ask-chips" role="group" aria-label="What can be answered instead">
            {nearest.map(({ answer: words, query }) => (
              <button
                key={words}
                type="button"
                className="chip"
                disabled={isBusy}
                onClick={() => onAsk({ question: request.question, query })}
              >
                {words}
              </button>
            ))}
          </div>
        </>
      )}
      <p className="soft">There is: {contents(ontology) ?? available.join(', ')}</p>
      {missing.length > 0 && (
        <p className="soft">
          If one of these means “{missing[0]}”,{' '}
          {mayEdit ? 'teach it that word' : 'an admin can teach it that word'}:{' '}
          <Link to={`/app/data/${id}`}>the columns</Link>, “Edit”, “Also called”.
        </p>
      )}
    </Card>
  )
}

const mostDatasets = 3
const mostFields = 12

/** The datasets, with their columns if there are few: “sales (day, shop, amount)”. */
function contents(ontology: Ontology | undefined): string | undefined {
  const shown = (ontology?.datasets ?? []).filter(({ is_hidden: isHidden }) => !isHidden)
  if (shown.length === 0 || shown.length > mostDatasets) return undefined
  return shown
    .map(({ label, fields }) => {
      const labels = fields.filter(({ is_hidden: isHidden }) => !isHidden).map((field) => field.label)
      return `${label} (${labels.slice(0, mostFields).join(', ')}${labels.length > mostFields ? ', …' : ''})`
    })
    .join('; ')
}
