import { expect, test } from 'vitest'
import { scrubWindow, timeScales, ViewingTime } from './viewing-time.ts'

test('[UV7] a viewer starts at the universe’s time and moves with it', () => {
  const viewing = new ViewingTime(100)
  viewing.advance(10)
  expect([viewing.time, viewing.isPlaying, viewing.isDetached]).toEqual([100, false, false])
  viewing.follow(500)
  expect(viewing.time).toBe(500)
})

test('[UV7] while a viewer plays, the universe’s ticks do not change their time until they return', () => {
  const viewing = new ViewingTime(0)
  viewing.play(true)
  viewing.advance(2)
  expect(viewing.time).toBe(2 * 86_400)
  viewing.follow(7)
  expect([viewing.time, viewing.isDetached]).toEqual([2 * 86_400, true])
  viewing.rejoin()
  expect([viewing.time, viewing.isPlaying]).toEqual([7, false])
})

test('[UV905] speeds go from one second to ten years per second, forwards and backwards', () => {
  const viewing = new ViewingTime(0)
  viewing.setStep(-3)
  expect(viewing.rate).toBe(1)
  viewing.setStep(99)
  expect(viewing.rate).toBe(10 * 31_557_600)
  viewing.setReverse(true)
  viewing.play(true)
  viewing.advance(0.5)
  expect(viewing.time).toBe(-5 * 31_557_600)
  expect(timeScales.map(({ seconds }) => seconds)).toEqual(
    timeScales.map(({ seconds }) => seconds).toSorted((a, b) => a - b),
  )
})

test('[UV7] the scrubber spans a hundred seconds of play in both directions and moves with time', () => {
  expect(scrubWindow(0, 50, 1)).toEqual({ anchor: 0, from: -100, to: 100 })
  expect(scrubWindow(0, 101, 1)).toEqual({ anchor: 101, from: 1, to: 201 })
  expect(scrubWindow(0, 101, -86_400)).toMatchObject({ anchor: 0, to: 8_640_000 })
})

test('[UV7] listeners are notified of choices and not of frames', () => {
  const viewing = new ViewingTime(0)
  let heard = 0
  const stop = viewing.subscribe(() => heard++)
  viewing.play(true)
  viewing.advance(1)
  viewing.goTo(3)
  stop()
  viewing.play(false)
  expect(heard).toBe(2)
})
