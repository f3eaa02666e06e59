import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api, client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { answerPreferencesOf, fiscalStarts, periods, timeZones, weekStarts } from './preferences.ts'

type Settings = AnswerOf<'/api/user-settings'>

export function PreferencesCard() {
  const settings = api.useQuery('get', '/api/user-settings')
  return (
    <Card title="Preferences">
      <Loaded query={settings}>{(kept) => <PreferencesForm kept={kept} />}</Loaded>
    </Card>
  )
}

function PreferencesForm({ kept }: { readonly kept: Settings }) {
  const refresh = useRefresh()
  const action = useAction()
  const own = answerPreferencesOf(kept)
  const [timeZone, setTimeZone] = useState(kept.time_zone)
  const [period, setPeriod] = useState(own.period)
  const [threshold, setThreshold] = useState(own.threshold)
  const [weekStart, setWeekStart] = useState(own.weekStart)
  const [fiscalStart, setFiscalStart] = useState(own.fiscalStart)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const dataAgent = {
        defaultTimePeriod: period === '' ? null : period,
        highValueThreshold: threshold === '' ? null : Number(threshold),
        weekStart: weekStart === '' ? null : weekStart,
        fiscalYearStart: fiscalStart === '' ? null : Number(fiscalStart),
      }
      await client.PATCH('/api/user-settings', { body: { time_zone: timeZone, dataAgent } })
      await refresh('/api/user-settings')
      toast('Your preferences were saved')
    })
  }
  return (
    <form onSubmit={save} className="narrow">
      <TimeZoneField value={timeZone} onText={setTimeZone} />
      <SelectField label="A week begins on" value={weekStart} options={weekStarts} onValue={setWeekStart} />
      <SelectField
        label="The fiscal year begins in"
        value={fiscalStart}
        options={fiscalStarts}
        onValue={setFiscalStart}
      />
      <SelectField
        label="If a question names no period"
        value={period}
        options={periods}
        onValue={setPeriod}
      />
      <Field
        label="“High-value” begins at"
        hint="Questions such as “high-value orders” use this amount."
        type="number"
        min="0"
        step="any"
        value={threshold}
        onText={setThreshold}
      />
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <p>
        <button type="submit" className="button" disabled={action.isBusy}>
          Save
        </button>
      </p>
    </form>
  )
}

interface TimeZoneProps {
  readonly value: string
  readonly onText: (zone: string) => void
}

function TimeZoneField(given: TimeZoneProps) {
  return (
    <>
      <Field
        label="Time zone"
        hint="Dates in answers and tasks are meant in this zone."
        list="time-zones"
        required
        {...given}
      />
      <datalist id="time-zones">
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
