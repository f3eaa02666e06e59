import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleTable } from './people-table.tsx'

export type Account = AnswerOf<'/api/users'>['users'][number]

const tabs = [{ name: 'people', title: 'People' }] as const

export function Page() {
  const people = api.useQuery('get', '/api/users')
  const [isInviting, setInviting] = useState(false)
  const [search, setSearch] = useSearch()
  const tab = tabs.find(({ name }) => name === search['tab'])?.name ?? 'people'
  return (
    <PageFrame
      title="People"
      about="Who has an account here, and what their role lets them do."
      actions={
        <button type="button" className="button primary" onClick={() => setInviting(true)}>
          Invite
        </button>
      }
    >
      <Card>
        <Tabs label="People and roles" tabs={tabs} chosen={tab} onChoose={(name) => setSearch({ tab: name })}>
          <Loaded query={people} lines={5}>
            {({ users }) => <PeopleTable people={users} />}
          </Loaded>
        </Tabs>
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </PageFrame>
  )
}
