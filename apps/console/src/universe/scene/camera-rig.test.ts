import { expect, test } from 'vitest'
import { CameraRig } from './camera-rig.ts'

test('[UV907] a flight ends at the body, even if the body has moved', () => {
  const rig = new CameraRig()
  rig.fly(10, 1)
  rig.step(0.5, { x: 100, y: 0, z: 0 })
  expect([rig.isFlying, rig.focus.x]).toEqual([true, 50])
  rig.step(0.6, { x: 120, y: 0, z: 0 })
  expect([rig.isFlying, rig.focus.x, rig.distance]).toEqual([false, 120, 10])
  rig.step(1, { x: 130, y: 0, z: 0 })
  expect(rig.focus.x).toBe(130)
})

test('[UV914] with reduced motion a flight ends at once', () => {
  const rig = new CameraRig()
  rig.fly(5, 0)
  rig.step(0.016, { x: 7, y: 8, z: 9 })
  expect([rig.focus, rig.distance, rig.isFlying]).toEqual([{ x: 7, y: 8, z: 9 }, 5, false])
})

test('[UV907] the camera keeps its distance, never turns over and never leaves its bounds', () => {
  const rig = new CameraRig()
  rig.turn(1, 99)
  const { x, y, z } = rig.eye()
  expect(Math.hypot(x, y, z)).toBeCloseTo(rig.distance, 9)
  expect(rig.pitch).toBeLessThan(Math.PI / 2)
  rig.zoom(1e-9)
  expect(rig.distance).toBe(rig.nearest)
})

test('[UV907] panning moves the focus across the line of sight', () => {
  const rig = new CameraRig()
  const eye = rig.eye()
  rig.pan(0.3, -0.2)
  const { x, y, z } = rig.focus
  expect(x * eye.x + y * eye.y + z * eye.z).toBeCloseTo(0, 6)
})
