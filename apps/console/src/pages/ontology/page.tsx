import { useState } from 'react'
import { api, client } from '../../api/client.ts'
import { useMay } from '../../api/use-account.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { SalesCard } from '../../sales/sales-card.tsx'
import { go } from '../../navigation/history.ts'
import { usePathParam } from '../../navigation/use-path-param.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DatasetsTab } from './datasets-tab.tsx'
import { GraphTab } from './graph-tab.tsx'
import { JoinsTab } from './joins-tab.tsx'
import { MetricsTab } from './metrics-tab.tsx'
import type { Ontology } from './use-overlay.ts'
import { VerifiedTab } from './verified-tab.tsx'
import { YamlTab } from './yaml-tab.tsx'
import '../data/data.css'
import './ontology.css'

const path = '/api/data-agent/ontologies/{ontology_id}'

const tabs = [
  { name: 'datasets', title: 'Datasets' },
  { name: 'graph', title: 'Graph' },
  { name: 'metrics', title: 'Metrics' },
  { name: 'joins', title: 'Joins' },
  { name: 'verified', title: 'Verified questions' },
  { name: 'yaml', title: 'YAML' },
] as const

/** One ontology: the content of the database, and the additions of people. */
export function Page() {
  const id = usePathParam('id')
  const ontology = api.useQuery('get', path, { params: { path: { ontology_id: id } } }, {
    refetchInterval: ({ state }) => (state.data?.status === 'creating' ? 1000 : false),
  }) // prettier-ignore
  return (
    <PageFrame
      title={ontology.data?.name ?? 'Ontology'}
      about={ontology.data?.description ?? 'What questions can be asked about, and in which words.'}
      actions={ontology.data === undefined ? undefined : <Actions ontology={ontology.data} />}
    >
      <Loaded query={ontology} lines={8}>
        {(data) => <Content ontology={data} />}
      </Loaded>
    </PageFrame>
  )
}

function Content({ ontology }: { readonly ontology: Ontology }) {
  const [search, setSearch] = useSearch()
  const tab = tabs.find(({ name }) => name === search['tab'])?.name ?? 'datasets'
  const mayEdit = useMay('ontologies:write')
  if (ontology.status !== 'ready')
    return (
      <Card>
        <p role="status">
          {ontology.status === 'creating'
            ? `The data is being read. ${ontology.progress ?? ''}`
            : `It could not be read: ${ontology.reason ?? ''}`}
        </p>
      </Card>
    )
  const props = { ontology, mayEdit }
  return (
    <>
      {!ontology.is_sample && <SalesCard ontologyId={ontology.id} isAlways={tab === 'metrics'} />}
      <Card>
        <Tabs
          label="Parts of the ontology"
          tabs={tabs}
          chosen={tab}
          onChoose={(name) => setSearch({ tab: name })}
        >
          {tab === 'datasets' && <DatasetsTab {...props} />}
          {tab === 'graph' && <GraphTab ontology={ontology} />}
          {tab === 'metrics' && <MetricsTab {...props} />}
          {tab === 'joins' && <JoinsTab {...props} />}
          {tab === 'verified' && <VerifiedTab {...props} />}
          {tab === 'yaml' && <YamlTab {...props} />}
        </Tabs>
      </Card>
    </>
  )
}

function Actions({ ontology: { id, name, status } }: { readonly ontology: Ontology }) {
  const mayEdit = useMay('ontologies:write')
  const refresh = useRefresh()
  const action = useAction()
  const [isDropping, setDropping] = useState(false)
  const params = { path: { ontology_id: id } }
  const readAgain = () =>
    action.run(async () => {
      await client.POST(`${path}/refresh`, { params, body: {} })
      await refresh(path)
      toast('The database is read again')
    })
  return (
    <>
      {mayEdit && (
        <>
          <button type="button" className="button danger" onClick={() => setDropping(true)}>
            Delete
          </button>
          <button type="button" className="button" disabled={action.isBusy} onClick={() => void readAgain()}>
            Read again
          </button>
        </>
      )}
      {status === 'ready' && (
        <Link to={`/app/ask?ontology=${id}`} className="button primary">
          Test a question
        </Link>
      )}
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {isDropping && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          verb="Delete"
          act={() => client.DELETE(path, { params })}
          onClose={() => setDropping(false)}
          onDone={() => {
            void refresh('/api/data-agent/ontologies')
            go('/app/data')
          }}
        >
          What people added to it goes too. The database is not touched; files that were sent stay under
          Connections, where they can be removed.
        </ConfirmDialog>
      )}
    </>
  )
}
