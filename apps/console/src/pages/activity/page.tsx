import { useRef, useState } from 'react'
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
import { filterOf, type Filter } from './filter.ts'
import { searchedWords } from './searched-words.ts'
import { VerifyButton } from './verify-button.tsx'
import { useActivity } from './use-activity.ts'

/** Who did what, with filters in the address and live updates. */
export function Page() {
  const mayAll = useMay('audit:read')
  const [search, setSearch] = useSearch()
  const isOfAll = mayAll && search['of'] !== 'me'
  const [isLive, setLive] = useState(true)
  const filter = filterOf(search)
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
      <EventsCard key={writeSearch(search)} filter={filter} isOfAll={isOfAll} isLive={isLive} />
    </PageFrame>
  )
}

interface EventsProps {
  readonly filter: Filter
  readonly isOfAll: boolean
  readonly isLive: boolean
}

function EventsCard({ filter, isOfAll, isLive }: EventsProps) {
  const [isAtTop, setAtTop] = useState(true)
  const { events, held, problem, retry, searchedTo, more } = useActivity(filter, {
    isOfAll,
    isLive,
    isHeld: !isAtTop,
  })
  const list = useRef<HTMLDivElement>(null)
  const toTop = () => list.current?.querySelector('.table-scroller')?.scrollTo(0, 0)
  return (
    <Card>
      {problem !== null && <ProblemNote problem={asProblem(problem)} onRetry={retry} />}
      {events === undefined && problem === null && <Skeleton lines={8} />}
      {events?.length === 0 && <Empty icon="activity" title={searchedWords(searchedTo)} />}
      <p role="status" className="new-events">
        {held > 0 && (
          <button type="button" className="button slim" onClick={toTop}>
            {held === 1 ? '1 new event' : `${held.toLocaleString('en')} new events`}
          </button>
        )}
      </p>
      {events !== undefined && events.length > 0 && (
        <div ref={list}>
          <ActivityTable events={events} isOfAll={isOfAll} onTop={setAtTop} />
        </div>
      )}
      {more !== undefined && (
        <button type="button" className="button more" onClick={more}>
          {searchedTo === undefined ? 'Show older ones' : 'Search further back'}
        </button>
      )}
    </Card>
  )
}
