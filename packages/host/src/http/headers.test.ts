import { expect, test } from 'vitest'
import { AnswerHeaders } from './headers.ts'

test('[H18] HSTS is sent when, and only when, the public address is https', () => {
  expect(new AnswerHeaders('https://quipu.example').with('1')).toContain('strict-transport-security')
  expect(new AnswerHeaders('http://127.0.0.1:8319').with('1')).not.toContain('strict-transport-security')
})
