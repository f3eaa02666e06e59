import { inject } from 'vitest'
import { startBuilt } from './start-built.ts'

startBuilt(inject('programsFolder'))
