import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { personName } from '../../api/person-name.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { whyWords } from './why.ts'
import type { Account } from './page.tsx'

type ListedTool = AnswerOf<'/api/tools'>['tools'][number]
const roles = ['viewer', 'contributor', 'admin'] as const

/** Which role may call which tool, and the reason for one person and one tool. */
export function RoleMatrix({ people }: { readonly people: readonly Account[] }) {
  const listed = api.useQuery('get', '/api/tools')
  const columns: readonly Column<ListedTool>[] = [
    { key: 'tool', title: 'Tool', cell: ({ name }) => name, sortBy: ({ name }) => name },
    {
      key: 'needs',
      title: 'Needs',
      cell: ({ needs }) => needs.join(', '),
      sortBy: ({ needs }) => needs.join(),
    },
    ...roles.map((role) => ({
      key: role,
      title: role.charAt(0).toUpperCase() + role.slice(1),
      cell: (tool: ListedTool) => (tool.roles.includes(role) ? 'yes' : 'no'),
      sortBy: (tool: ListedTool) => Number(tool.roles.includes(role)),
    })),
  ]
  return (
    <Loaded query={listed} lines={8}>
      {({ tools }) => (
        <>
          <Why people={people} tools={tools} />
          <DataTable label="Roles and tools" columns={columns} rows={tools} keyOf={({ name }) => name} />
        </>
      )}
    </Loaded>
  )
}

interface WhyProps {
  readonly people: readonly Account[]
  readonly tools: readonly ListedTool[]
}

function Why({ people, tools }: WhyProps) {
  const [personId, setPersonId] = useState(people[0]?.id ?? '')
  const [toolName, setToolName] = useState(tools[0]?.name ?? '')
  const person = people.find(({ id }) => id === personId)
  const tool = tools.find(({ name }) => name === toolName)
  return (
    <>
      <div className="field-pair">
        <SelectField
          label="Person"
          value={personId}
          options={people.map((one) => ({ value: one.id, title: personName(one) }))}
          onValue={setPersonId}
        />
        <SelectField
          label="Tool"
          value={toolName}
          options={tools.map(({ name }) => ({ value: name, title: name }))}
          onValue={setToolName}
        />
      </div>
      {person !== undefined && tool !== undefined && <p role="status">{whyWords(person, tool)}</p>}
    </>
  )
}
