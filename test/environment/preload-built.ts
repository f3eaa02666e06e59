import { startBuilt } from './start-built.ts'

// Loaded with `--import` before a program of the sources that a test starts.
const build = process.env['QUIPU_TEST_PROGRAMS']
if (build === undefined) throw new Error('QUIPU_TEST_PROGRAMS must name the folder of the build')
startBuilt(build)
