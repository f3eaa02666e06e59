import type { CameraRig } from './camera-rig.ts'

export interface PointerActions {
  /** The view was rotated, moved or zoomed. */
  moved(): void
  /** The view was moved away from the body that it followed. */
  left(): void
  pressed(x: number, y: number): void
  pressedTwice(x: number, y: number): void
  hovered(x: number, y: number): void
}

/** Mouse, pen and touch: drag to rotate; shift, the right button or two fingers to move; wheel or pinch to zoom. */
export function listenToPointers(canvas: HTMLElement, rig: CameraRig, actions: PointerActions): () => void {
  const stop = new AbortController()
  const down = new Map<number, { x: number; y: number }>()
  let travelled = 0
  let lastPress = { at: 0, x: 0, y: 0 }

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => canvas.addEventListener(name, listener, { signal: stop.signal, passive: false })

  on('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    down.set(event.pointerId, { x: event.clientX, y: event.clientY })
    travelled = 0
  })
  on('pointermove', (event) => {
    const before = down.get(event.pointerId)
    if (before === undefined) return actions.hovered(...within(canvas, event))
    const now = { x: event.clientX, y: event.clientY }
    travelled += Math.hypot(now.x - before.x, now.y - before.y)
    drag(event, before, now)
    down.set(event.pointerId, now)
    actions.moved()
  })
  on('pointerup', (event) => {
    down.delete(event.pointerId)
    if (travelled > 5 || event.button !== 0) return
    const [x, y] = within(canvas, event)
    const isSecond = event.timeStamp - lastPress.at < 350 && Math.hypot(x - lastPress.x, y - lastPress.y) < 12
    lastPress = { at: isSecond ? 0 : event.timeStamp, x, y }
    if (isSecond) actions.pressedTwice(x, y)
    else actions.pressed(x, y)
  })
  on('pointercancel', (event) => down.delete(event.pointerId))
  on('contextmenu', (event) => event.preventDefault())
  on('wheel', (event) => {
    event.preventDefault()
    rig.zoom(Math.exp(Math.max(-0.5, Math.min(0.5, event.deltaY * 0.0012))))
    actions.moved()
  })

  function drag(event: PointerEvent, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const height = Math.max(1, canvas.clientHeight)
    const [dx, dy] = [(now.x - before.x) / height, (now.y - before.y) / height]
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
    if (other !== undefined) {
      const ratio =
        Math.hypot(before.x - other.x, before.y - other.y) /
        Math.max(1, Math.hypot(now.x - other.x, now.y - other.y))
      rig.zoom(ratio)
    } else if (event.shiftKey || (event.buttons & 2) !== 0) {
      rig.pan(-dx, dy)
      actions.left()
    } else rig.turn(-dx * 4, dy * 3)
  }
  return () => stop.abort()
}

function within(canvas: HTMLElement, event: PointerEvent): [number, number] {
  const { left, top } = canvas.getBoundingClientRect()
  return [event.clientX - left, event.clientY - top]
}
