import { useState } from 'react'
import { personName } from '../../api/person-name.ts'
import { useAccount } from '../../api/use-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Account } from './page.tsx'
import { PersonDialog } from './person-dialog.tsx'

export function PeopleTable({ people }: { readonly people: readonly Account[] }) {
  const me = useAccount()
  const [openId, setOpenId] = useState<string>()
  const open = people.find(({ id }) => id === openId)
  const columns: readonly Column<Account>[] = [
    {
      key: 'name',
      title: 'Name',
      cell: (person) => (
        <button type="button" className="link" onClick={() => setOpenId(person.id)}>
          <span className="clip">{personName(person)}</span>
        </button>
      ),
      sortBy: personName,
    },
    { key: 'email', title: 'E-mail', cell: ({ email }) => email, sortBy: ({ email }) => email },
    { key: 'role', title: 'Role', cell: ({ role }) => role, sortBy: ({ role }) => role },
    { key: 'state', title: 'State', cell: (person) => <State person={person} />, sortBy: stateOf },
    {
      key: 'since',
      title: 'Since',
      cell: (person) => <Moment at={person.created_at} />,
      sortBy: (person) => person.created_at,
    },
  ]
  return (
    <>
      <DataTable label="People" columns={columns} rows={people} keyOf={({ id }) => id} />
      {open !== undefined && (
        <PersonDialog person={open} isMe={open.id === me.id} onClose={() => setOpenId(undefined)} />
      )}
    </>
  )
}

function State({ person }: { readonly person: Account }) {
  const state = stateOf(person)
  return <Badge tone={state === 'active' ? 'good' : state === 'disabled' ? 'bad' : 'warn'}>{state}</Badge>
}

function stateOf({ is_disabled: isDisabled, has_password: hasPassword }: Account): string {
  if (isDisabled) return 'disabled'
  return hasPassword ? 'active' : 'no password yet'
}
