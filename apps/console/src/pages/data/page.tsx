import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/use-account.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectionList } from './connection-list.tsx'
import { DropZone } from './drop-zone.tsx'
import { NewOntologyDialog } from './new-ontology-dialog.tsx'
import { OntologyList } from './ontology-list.tsx'
import './data.css'

export type OntologyListing = AnswerOf<'/api/data-agent/ontologies'>['ontologies'][number]
export type Connection = AnswerOf<'/api/data-agent/connections'>['connections'][number]

/** Ontologies, their connections, and ways to add more. */
export function Page() {
  const mayConnect = useMay('connections:write')
  const mayMake = useMay('ontologies:write')
  const [dialog, setDialog] = useState<'connect' | 'ontology'>()
  const ontologies = api.useQuery(
    'get',
    '/api/data-agent/ontologies',
    {},
    {
      // Reloaded while an ontology is being created.
      refetchInterval: ({ state }) =>
        state.data?.ontologies.some(({ status }) => status === 'creating') === true ? 1000 : false,
    },
  )
  const connections = api.useQuery('get', '/api/data-agent/connections')
  const close = () => setDialog(undefined)
  return (
    <PageFrame
      title="Data"
      about="What questions can be asked about. Nothing is ever written to your databases."
      actions={
        <>
          {mayMake && (
            <button type="button" className="button" onClick={() => setDialog('ontology')}>
              New ontology
            </button>
          )}
          {mayConnect && (
            <button type="button" className="button primary" onClick={() => setDialog('connect')}>
              Connect a database
            </button>
          )}
        </>
      }
    >
      {mayConnect && <DropZone />}
      <Card title="Ontologies">
        <p className="soft">
          Each is a database, or files that were dropped together, as it was understood. Open one to correct
          its words and figures.
        </p>
        <Loaded query={ontologies}>{({ ontologies: all }) => <OntologyList all={all} />}</Loaded>
      </Card>
      <Card title="Connections">
        <p className="soft">
          Where the data comes from. Before one is removed, delete the ontology made of it.
        </p>
        <Loaded query={connections}>
          {({ connections: all }) => <ConnectionList all={all} mayConnect={mayConnect} />}
        </Loaded>
      </Card>
      {dialog === 'connect' && <ConnectDialog onClose={close} />}
      {dialog === 'ontology' && (
        <NewOntologyDialog connections={connections.data?.connections ?? []} onClose={close} />
      )}
    </PageFrame>
  )
}
