import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import type { UniverseScene } from '../scene/universe-scene.ts'
import { isCalm, useRoom } from '../live/use-room.ts'
import { ViewOptionBar } from './view-option-bar.tsx'

export interface SceneHandle {
  home(): void
}

/** The picture. The code that draws it is loaded on demand. */
export function SceneView({ handle }: { readonly handle: Ref<SceneHandle> }) {
  const room = useRoom()
  const canvas = useRef<HTMLCanvasElement>(null)
  const labels = useRef<HTMLDivElement>(null)
  const scene = useRef<UniverseScene>(undefined)
  const [state, setState] = useState<'loading' | 'drawing' | 'impossible'>('loading')

  useEffect(() => {
    let isOver = false
    const open = async () => {
      const { openScene } = await import('../scene/universe-scene.ts')
      if (isOver || canvas.current === null || labels.current === null) return
      scene.current = openScene(room, { canvas: canvas.current, labels: labels.current, isCalm })
      setState(scene.current === undefined ? 'impossible' : 'drawing')
    }
    open().catch(() => setState('impossible'))
    return () => {
      isOver = true
      scene.current?.dispose()
      scene.current = undefined
    }
  }, [room])
  useImperativeHandle(handle, () => ({ home: () => scene.current?.home() }), [])

  const onKey = (event: KeyboardEvent) => {
    if (scene.current !== undefined && steer(scene.current, event)) event.preventDefault()
  }
  return (
    <div className="scene">
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={`3-D picture of ${room.info.name}. Arrow keys turn it, plus and minus zoom; the list of bodies says what is in it.`}
        data-state={state}
        onKeyDown={onKey}
      />
      <div ref={labels} className="labels" aria-hidden="true" />
      <EmptyNote />
      {state === 'impossible' && (
        <p className="scene-note" role="alert">
          This browser cannot draw in 3-D. Switch hardware acceleration on, or use another browser; the list,
          the details and the log work all the same.
        </p>
      )}
      <ViewOptionBar onHome={() => scene.current?.home()} />
    </div>
  )
}

function EmptyNote() {
  const room = useRoom('universe')
  if (room.universe.bodies.size > 0) return null
  return (
    <div className="scene-note">
      <p>Nothing here yet.</p>
      <p className="small">
        {room.canEdit ? 'Add a body, or ask an assistant' : 'Ask an assistant'} connected to{' '}
        <code>{`${window.location.origin}/mcp`}</code>: “Put a yellow star with three planets into{' '}
        {room.info.name}.”
      </p>
    </div>
  )
}

function steer(scene: UniverseScene, { key, shiftKey }: KeyboardEvent): boolean {
  const arrow = arrows[key]
  if (arrow !== undefined) {
    const [right, up] = arrow
    if (shiftKey) scene.rig.pan(right * 0.06, up * 0.06)
    else scene.rig.turn(-right * 0.12, up * 0.12)
  } else if (key === '+' || key === '=') scene.rig.zoom(0.85)
  else if (key === '-') scene.rig.zoom(1.18)
  else return false
  scene.redraw()
  return true
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
