import { useState } from 'react'
import { useMay } from '../../api/use-account.ts'
import { writeSearch } from '../../navigation/search.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { asProblem } from '../../api/problem.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityTable } from './activity-table.tsx'
import { filterOf } from './filter.ts'
import { VerifyButton } from './verify-button.tsx'
import { useActivity } from './use-activity.ts'

/** Who did what, with filters in the address and live updates. */
export function Page() {
  const mayAll = useMay('audit:read')
  const [search, setSearch] = useSearch()
  const isOfAll = mayAll && search['of'] !== 'me'
  const [isLive, setLive] = useState(true)
  const filter = filterOf(search)
  const activity = useActivity(filter, { isOfAll, isLive })
  return (
    <PageFrame
      title="Activity"
      about="What people and their assistants did here, newest first. Of what they sent, only questions to data are kept."
      actions={
        mayAll && (
          <>
            <VerifyButton />
            <a className="button slim" href={`/api/admin/audit/export${writeSearch({ ...filter })}`}>
              Export
            </a>
          </>
        )
      }
    >
      <Card>
        <ActivityFilters search={search} onChange={setSearch} mayAll={mayAll} />
        <CheckField label="Show new events as they come" isChecked={isLive} onCheck={setLive} />
      </Card>
      <Card>
        {activity.problem !== null && (
          <ProblemNote problem={asProblem(activity.problem)} onRetry={activity.retry} />
        )}
        {activity.events === undefined && activity.problem === null && <Skeleton lines={8} />}
        {activity.events?.length === 0 && (
          <Empty icon="activity" title="Nothing happened that these filters show" />
        )}
        {activity.events !== undefined && activity.events.length > 0 && (
          <ActivityTable events={activity.events} isOfAll={isOfAll} />
        )}
        {activity.more !== undefined && (
          <button type="button" className="button more" onClick={activity.more}>
            Show older ones
          </button>
        )}
      </Card>
    </PageFrame>
  )
}
