// This file is loaded anew for each test file. What it imports is loaded once per process.
import { afterAll, expect } from 'vitest'
import './built-programs.ts'
import { costsFile, costSoFar, noteCost } from './costs.ts'
import './end-with-runner.ts'

if (costsFile !== undefined) {
  const before = costSoFar()
  // The last of all hooks of the file, because it is the first that is set.
  afterAll(() => noteCost(expect.getState().testPath ?? 'unknown', before))
}
