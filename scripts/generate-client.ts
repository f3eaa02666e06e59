/**
 * Writes the types of the console's client from the REST API as the code describes it. They are not checked in: the
 * install, the build of the console and the type check make them anew. No setting of the machine plays a part.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeApi } from '@quipu/host'
import { allModules } from './all-modules.ts'
import { apiTypes, type ApiDocument } from './api-types.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps', 'console', 'generated')

const described = describeApi(await allModules(), 'http://localhost', '0')
mkdirSync(folder, { recursive: true })
// As an answer would carry it; our own code has just made it.
writeFileSync(join(folder, 'api.ts'), apiTypes(JSON.parse(JSON.stringify(described)) as ApiDocument))
