import { useEffect, useState } from 'react'
import { asProblem, type Problem } from './api/problem.ts'
import { account } from './api/universes.ts'
import { UniversesPage } from './list/universes-page.tsx'
import { useRoute } from './navigation/navigation.ts'
import { RoomPage } from './room/room-page.tsx'
import { universesPath } from './navigation/route.ts'
import { Link } from './ui/link.tsx'
import { PageFrame } from './ui/page-frame.tsx'
import { ProblemNote } from './ui/problem-note.tsx'
import { Waiting } from './ui/waiting.tsx'
import type { Account } from './api/wire.ts'

/** Loads the account that is signed in and shows the page of the address. */
export function App() {
  const route = useRoute()
  const [me, setMe] = useState<Account>()
  const [problem, setProblem] = useState<Problem>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    account().then(setMe, (caught: unknown) => setProblem(asProblem(caught)))
  }, [attempt])

  const retry = () => {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  if (problem !== undefined)
    return (
      <PageFrame title="Quipu">
        <ProblemNote problem={problem} onRetry={retry} />
      </PageFrame>
    )
  if (me === undefined) return <Waiting words="Looking who you are" />
  if (route.page === 'universe') return <RoomPage key={route.id} id={route.id} me={me} />
  if (route.page === 'universes') return <UniversesPage me={me} />
  return (
    <PageFrame title="There is no such page">
      <h1>There is no such page</h1>
      <p>
        The console has one room so far: <Link to={universesPath}>your universes</Link>.
      </p>
    </PageFrame>
  )
}
