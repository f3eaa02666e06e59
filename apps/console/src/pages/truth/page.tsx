import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/use-account.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { fieldWords } from '../../truth/trace.ts'
import { useTruthRefresh } from '../../truth/use-truth-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DuplicatesInbox } from './duplicates-inbox.tsx'
import { EntityList } from './entity-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { Found } from './found.tsx'
import { SourceList } from './source-list.tsx'
import './truth-page.css'

const tabs = [
  { name: 'entities', title: 'Entities' },
  { name: 'sources', title: 'Sources' },
  { name: 'duplicates', title: 'Duplicates' },
] as const

/** Search, lists of entities and sources, and possible duplicates. */
export function Page() {
  const mayWrite = useMay('truth:write')
  const [search, setSearch] = useSearch()
  const refresh = useTruthRefresh()
  const tab = tabs.find(({ name }) => name === search['tab'])?.name ?? 'entities'
  return (
    <PageFrame title="Truth" about="What you know, each fact with its source. Only you see it.">
      {mayWrite && <FileDrop onDone={() => void refresh()} />}
      <Card>
        <Tabs
          label="What is known"
          tabs={tabs}
          chosen={tab}
          onChoose={(name) => setSearch({ tab: name === 'entities' ? undefined : name })}
        >
          {tab === 'entities' && <Entities mayWrite={mayWrite} />}
          {tab === 'sources' && <SourceList />}
          {tab === 'duplicates' && <DuplicatesInbox mayWrite={mayWrite} />}
        </Tabs>
      </Card>
    </PageFrame>
  )
}

function Entities({ mayWrite }: { readonly mayWrite: boolean }) {
  const [search, setSearch] = useSearch()
  const types = api.useQuery('get', '/api/truth/types')
  const type = search['type']
  const words = search['q'] ?? ''
  const [typed, setTyped] = useTyping(words, (q) => setSearch({ q: q === '' ? undefined : q }))
  const counts = types.data?.types ?? []
  const all = counts.reduce((sum, { total }) => sum + total, 0)
  const options = [
    { value: '', title: `All types (${all.toLocaleString()})` },
    ...counts.map(({ entity_type: name, total }) => ({
      value: name,
      title: `${fieldWords(name)} (${total.toLocaleString()})`,
    })),
  ]
  return (
    <>
      <div className="filters truth-filters">
        <Field
          label="Search"
          type="search"
          placeholder="Names, values, words of documents"
          value={typed}
          onText={setTyped}
        />
        <SelectField
          label="Type"
          value={type ?? ''}
          options={options}
          onValue={(value) => setSearch({ type: value === '' ? undefined : value })}
        />
      </div>
      {/[\p{L}\p{N}]/u.test(words) ? (
        <Found words={words} type={type} />
      ) : (
        <EntityList type={type} mayWrite={mayWrite} />
      )}
    </>
  )
}

/** The typed text, reported a moment after the last key. */
function useTyping(value: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => onSettled(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed, value, onSettled])
  return [typed, setTyped] as const
}
