import { expect, test } from 'vitest'
import { asProblem, plainProblem, problemOf, signInAddress } from './problem.ts'

test('[UV14] a refusal is explained in plain words with what to do next', () => {
  expect(problemOf(401)).toMatchObject({ next: 'signIn', message: expect.stringContaining('Sign in again') })
  expect(problemOf(404)).toMatchObject({
    next: 'back',
    message: expect.stringContaining('not shared with you'),
  })
  expect(problemOf(0)).toMatchObject({ next: 'retry', message: expect.stringContaining('cannot be reached') })
  expect(problemOf(500, 'select * from secrets').message).not.toContain('select')
})

test('[UV14] the server’s message about a conflict, a refused command or a wrong field is kept', () => {
  for (const status of [400, 403, 409, 422])
    expect(problemOf(status, 'The body mars is not there').message).toBe('The body mars is not there')
})

test('[UV14] a failed connection is a problem like any other', () => {
  expect(asProblem(new TypeError('Failed to fetch'))).toMatchObject({ status: 0, next: 'retry' })
  expect(asProblem(problemOf(409, 'x')).status).toBe(409)
})

test('[UV912] signing in again returns to the same page', () => {
  expect(signInAddress('/app/universes/a b')).toBe('/login?next=%2Fapp%2Funiverses%2Fa%20b')
})

test('[C816] a refusal is shown without its place in the request', () => {
  const plain = (message: string) => plainProblem(problemOf(400, message)).message
  expect([
    plain('$.where[0][2]: "bananas" is no period.'),
    plain('metrics[0].expression: In the metric "x": wrong'),
    plain('Shop: closed'),
    plain('photo.csv: The file is empty'),
  ]).toEqual([
    '"bananas" is no period.',
    'In the metric "x": wrong',
    'Shop: closed',
    'photo.csv: The file is empty',
  ])
})
