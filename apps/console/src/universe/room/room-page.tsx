import { useEffect, useState } from 'react'
import { asProblem, type Problem } from '../../api/problem.ts'
import { universesPath } from '../../navigation/route.ts'
import { readUniverse } from '../../api/universes.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import type { Account } from '../../api/wire.ts'
import { RoomView } from './room-view.tsx'
import { UniverseRoom } from '../live/universe-room.ts'
import { RoomContext } from '../live/use-room.ts'

/** Reads a universe and keeps its room open as long as the page is open. */
export function RoomPage({ id, me }: { readonly id: string; readonly me: Account }) {
  const [room, setRoom] = useState<UniverseRoom>()
  const [problem, setProblem] = useState<Problem>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const stop = new AbortController()
    let opened: UniverseRoom | undefined
    const open = async () => {
      try {
        const universe = await readUniverse(id, stop.signal)
        if (stop.signal.aborted) return
        opened = new UniverseRoom(universe, me)
        setRoom(opened)
      } catch (caught) {
        if (!stop.signal.aborted) setProblem(asProblem(caught))
      }
    }
    void open()
    return () => {
      stop.abort()
      opened?.close()
    }
  }, [id, me, attempt])

  if (problem !== undefined) {
    const retry = () => {
      setProblem(undefined)
      setAttempt(attempt + 1)
    }
    return (
      <PageFrame title="This universe cannot be shown">
        <Card>
          {problem.status === 404 ? (
            <Empty
              icon="universe"
              title={problem.message}
              action={<Link to={universesPath}>To your universes</Link>}
            />
          ) : (
            <ProblemNote problem={problem} onRetry={retry} />
          )}
        </Card>
      </PageFrame>
    )
  }
  if (room === undefined) return <Waiting words="Reading the universe" />
  return (
    <RoomContext value={room}>
      <RoomView />
    </RoomContext>
  )
}
