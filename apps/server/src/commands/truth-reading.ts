import { z } from 'zod'
import { misuse, type Command } from '../command-line/command.ts'
import { userOption } from '../command-line/request.ts'
import { Entity, withTruth } from '../command-line/truth-api.ts'
import { drawEntity, drawFound, drawWhy, Provenance, Snapshot, Source } from '../terminal/draw-truth.ts'
import { exitCodes } from '../terminal/failure.ts'

export const truthShow: Command = {
  name: 'truth show',
  says: 'Show what is known about an entity, by its id, name or identifier.',
  words: ['ENTITY'],
  options: { user: userOption },
  examples: ['npx quipu truth show "Acme Ltd"', 'npx quipu truth show DE811907980 --json'],
  run: async (given, context) => {
    const [named = ''] = given.words
    const snapshot = await withTruth(context, given.value('user'), async (truth) =>
      truth.call('get_entity_snapshot', { entity_id: await truth.entityNamed(named) }, Snapshot),
    )
    context.print(given.isJson ? JSON.stringify(snapshot) : drawEntity(snapshot, widthOfTerminal()))
    return exitCodes.ok
  },
}

export const truthWhy: Command = {
  name: 'truth why',
  says: 'Show where a value comes from: observation, source, and the place in it.',
  words: ['ENTITY', 'FIELD'],
  options: { user: userOption },
  examples: ['npx quipu truth why "Acme Ltd" city'],
  run: async (given, context) => {
    const [named = '', field = ''] = given.words
    const why = await withTruth(context, given.value('user'), async (truth) =>
      truth.call('get_field_provenance', { entity_id: await truth.entityNamed(named), field }, Provenance),
    )
    context.print(given.isJson ? JSON.stringify(why) : drawWhy(why, widthOfTerminal()))
    return exitCodes.ok
  },
}

export const truthSearch: Command = {
  name: 'truth search',
  says: 'Find entities and files by words and by names that are spelled alike.',
  words: [],
  rest: 'TEXT',
  options: {
    type: { value: 'TYPE', says: 'Only entities of this type, such as invoice.' },
    limit: { value: 'N', says: 'How many at most. Default: 20.' },
    user: userOption,
  },
  examples: ['npx quipu truth search acme', 'npx quipu truth search --type invoice march rent'],
  run: async (given, context) => {
    const query = given.words.join(' ')
    if (query === '') throw misuse(truthSearch, 'TEXT is missing')
    const limit = Number(given.value('limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1) throw misuse(truthSearch, '--limit is a number from 1')
    const type = given.value('type')
    const input = { query, limit, ...(type === undefined ? {} : { entity_type: type }) }
    const found = await withTruth(context, given.value('user'), (truth) =>
      truth.call('search_truth', input, Found),
    )
    context.print(given.isJson ? JSON.stringify(found) : drawFound(found, widthOfTerminal()))
    return exitCodes.ok
  },
}

const Found = z.looseObject({ entities: z.array(Entity), sources: z.array(Source) })

function widthOfTerminal(): number {
  return process.stdout.columns ?? 100
}
