import { connectClients, mcpAddress } from '@quipu/connect'
import { api } from '../../api/client.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ClientPicker } from './client-picker.tsx'
import { ClientSteps } from './client-steps.tsx'
import { FirstCall } from './first-call.tsx'
import { ProfileForm } from './profile-form.tsx'

/** Choose a client and its modules, copy its configuration, and see its first call. */
export function Page() {
  const [search, setSearch] = useSearch()
  const client = connectClients.find(({ id }) => id === search['client']) ?? connectClients[0]
  const profile = {
    modules: (search['modules'] ?? '').split(',').filter(Boolean),
    isReadOnly: search['readonly'] === '1',
  }
  const url = mcpAddress(window.location.origin, profile)
  const tools = api.useQuery('get', '/api/tools', {
    params: {
      query: {
        ...(profile.modules.length === 0 ? {} : { modules: profile.modules.join(',') }),
        ...(profile.isReadOnly ? { readonly: '1' as const } : {}),
      },
    },
  })
  return (
    <PageFrame
      title="Connect"
      about="An assistant that is given the address opens your browser once. You sign in and see what you allow."
    >
      <Card title="1. Which client?">
        <ClientPicker chosen={client?.id} onChoose={(id) => setSearch({ client: id })} />
      </Card>
      <Card title="2. What may it see?">
        <Loaded query={tools}>
          {(list) => <ProfileForm profile={profile} listed={list} onChange={setSearch} />}
        </Loaded>
      </Card>
      {client !== undefined && <ClientSteps client={client} url={url} />}
      <FirstCall />
      <p className="soft">
        It does not connect? <Link to="/app/doctor">The connection doctor</Link> shows every step and what to
        do.
      </p>
    </PageFrame>
  )
}
