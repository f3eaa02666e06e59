import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Facet } from './facets.ts'
import type { UniverseRoom } from './universe-room.ts'

export const RoomContext = createContext<UniverseRoom | undefined>(undefined)

/** The room. The component renders again whenever one of these facets changes. */
export function useRoom(...facets: readonly Facet[]): UniverseRoom {
  const room = useContext(RoomContext)
  if (room === undefined) throw new Error('useRoom needs a room around the component')
  useSyncExternalStore(
    (listener) => {
      const stops = facets.map((facet) => room.facets.subscribe(facet, listener))
      return () => stops.forEach((stop) => stop())
    },
    () => facets.map((facet) => room.facets.count(facet)).join(),
  )
  return room
}

/** The viewing time, read a few times a second while it runs, and at once when it is set. */
export function useViewingTime(room: UniverseRoom, milliseconds: number): number {
  const [time, setTime] = useState(room.viewing.time)
  useEffect(() => {
    const read = () => setTime(room.viewing.time)
    const timer = window.setInterval(read, milliseconds)
    const stop = room.viewing.subscribe(read)
    read()
    return () => {
      window.clearInterval(timer)
      stop()
    }
  }, [room, milliseconds])
  return time
}

/** Renders again when playing, speed, direction or attachment change. */
export function useViewing(room: UniverseRoom) {
  const { viewing } = room
  useSyncExternalStore(
    (listener) => viewing.subscribe(listener),
    () => [viewing.isPlaying, viewing.isDetached, viewing.isReverse, viewing.step].join(),
  )
  return viewing
}

/** Whether the person prefers reduced motion. */
export function isCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
