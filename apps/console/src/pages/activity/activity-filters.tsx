import type { Search } from '../../navigation/search.ts'
import { Field } from '../../ui/field.tsx'
import { everything } from './filter.ts'
import { SelectField } from '../../ui/select-field.tsx'

const actions = [
  { value: '', title: 'All but reads' },
  { value: everything, title: 'Everything, reads too' },
  { value: 'mcp.tool.call', title: 'Tool calls' },
  { value: 'mcp.*', title: 'Everything of assistants' },
  { value: 'api.call', title: 'REST and this console' },
  { value: 'auth.*', title: 'Sign-in and refusals' },
  { value: 'oauth.*', title: 'Connecting apps' },
  { value: 'accounts.*', title: 'Changes of accounts' },
] as const

const whose = [
  { value: '', title: 'Everyone' },
  { value: 'me', title: 'Mine' },
] as const

interface Props {
  readonly search: Search
  readonly onChange: (values: Readonly<Record<string, string | undefined>>) => void
  readonly mayAll: boolean
}

export function ActivityFilters({ search, onChange, mayAll }: Props) {
  const field = (name: string) => ({
    value: search[name] ?? '',
    onText: (text: string) => onChange({ [name]: text }),
  })
  return (
    <div className="filters by-three">
      {mayAll && (
        <SelectField
          label="Whose"
          value={search['of'] === 'me' ? 'me' : ''}
          options={whose}
          onValue={(of) => onChange({ of })}
        />
      )}
      <SelectField
        label="What"
        value={actions.find(({ value }) => value === search['action'])?.value ?? ''}
        options={actions}
        onValue={(action) => onChange({ action })}
      />
      <Field label="Tool or route" placeholder="add_task" {...field('resource_id')} />
      <Field label="Outcome" placeholder="ok, NOT_FOUND …" {...field('outcome')} />
      <Field label="From" type="date" {...field('from')} />
      <Field label="To" type="date" {...field('to')} />
    </div>
  )
}
