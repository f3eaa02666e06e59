import { useEffect, useState, type RefObject } from 'react'
import type { Search } from '../../navigation/search.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { chosen, dues, orders, states } from './filter.ts'

interface Props {
  readonly search: Search
  readonly onChange: (values: Readonly<Record<string, string | undefined>>) => void
  readonly box: RefObject<HTMLDivElement | null>
}

/** The delay after the last key before the search starts. */
const pauseMs = 200

export function TaskFilters({ search, onChange, box }: Props) {
  const inAddress = search['q'] ?? ''
  const [typed, setTyped] = useState(inAddress)
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    if (typed === inAddress) return undefined
    const timer = window.setTimeout(() => onChange({ q: typed }), pauseMs)
    return () => window.clearTimeout(timer)
  }, [typed, inAddress, onChange])
  return (
    <div
      className="filters"
      ref={box}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && target instanceof HTMLElement) target.blur()
      }}
    >
      <Field
        label="Search"
        type="search"
        placeholder="In titles and notes"
        maxLength={100}
        value={typed}
        onText={setTyped}
      />
      <SelectField
        label="Show"
        value={chosen(states, search['state'])}
        options={states}
        onValue={(state) => onChange({ state })}
      />
      <SelectField
        label="Due"
        value={chosen(dues, search['due'])}
        options={dues}
        onValue={(due) => onChange({ due })}
      />
      <SelectField
        label="Order"
        value={chosen(orders, search['order'])}
        options={orders}
        onValue={(order) => onChange({ order })}
      />
    </div>
  )
}
