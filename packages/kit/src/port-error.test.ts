import { expect, test } from 'vitest'
import { PortError } from './port-error.ts'
import { ToolError } from './tool-error.ts'

test('[K240] a port error has its reason, a fitting code and its cause', () => {
  const cause = new Error('disk on fire')
  const error = new PortError('unavailable', 'Files cannot be reached', { cause })

  expect(error).toBeInstanceOf(ToolError)
  expect(error).toMatchObject({ reason: 'unavailable', code: 'UNAVAILABLE', details: {}, cause })
  expect(new PortError('time', 'Too slow').code).toBe('TIMEOUT')
})
