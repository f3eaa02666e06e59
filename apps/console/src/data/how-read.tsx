import type { AnswerOf } from '../api/answers.ts'

type Dataset = AnswerOf<'/api/data-agent/ontologies/{ontology_id}'>['datasets'][number]
type Read = Pick<Dataset['fields'][number], 'understood' | 'doubts'>

/** How a file was read, with what is in doubt about it and its columns. */
export function HowRead({ dataset: { understood, doubts, fields } }: { readonly dataset: Dataset }) {
  const all = [
    ...doubts.map(sentence),
    ...fields.flatMap(({ label, doubts: own }) => own.map((doubt) => sentence(`${label}: ${doubt}`))),
  ]
  return (
    <>
      {understood !== null && <p>{understood}</p>}
      {all.map((doubt) => (
        <p key={doubt} className="note warn">
          {doubt}
        </p>
      ))}
    </>
  )
}

/** The same of one column, as the text of a cell. */
export function readWords({ understood, doubts }: Read): string {
  return [...(understood === null ? [] : [understood]), ...doubts.map(sentence)].join(' ')
}

function sentence(doubt: string): string {
  return `${doubt.charAt(0).toUpperCase()}${doubt.slice(1)}${doubt.endsWith('.') ? '' : '.'}`
}
