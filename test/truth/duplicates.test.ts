import { expect, test } from 'vitest'
import { onEachEngine } from './open-truth.ts'

const johanna = {
  entity_type: 'contact',
  full_name: 'Johanna Lindqvist',
  email: 'johanna@one.example',
  phone: '+46 8 123 456 78',
  birthday: '1981-04-17',
  address: '12 Harbour Street, Malmö',
}

interface Suggested {
  readonly entity_id: string
  readonly same_as?: string
  readonly probability: number
  readonly why: Readonly<Record<string, number>>
}

onEachEngine((installation) => {
  test('[TR164] [TR907] [TR573] [TR617] entities that may be the same are suggested with their names and the reasons, and nothing is merged', async () => {
    const ann = await installation().person()
    const one = (await ann.state(johanna)).receipt.created[0]!
    const { receipt } = await ann.state({
      ...johanna,
      full_name: 'Johana Lindqvist',
      email: 'jl@two.example',
    })
    const two = receipt.created[0]!
    const [suggested] = (receipt as unknown as { possible_duplicates: Suggested[] }).possible_duplicates
    expect(suggested).toMatchObject({
      entity_id: two,
      name: 'Johana Lindqvist',
      same_as: one,
      same_as_name: 'Johanna Lindqvist',
    })
    expect(suggested!.probability).toBeGreaterThan(0.9)
    expect(suggested!.why).toMatchObject({ phone: expect.any(Number), birthday: expect.any(Number) })
    const suggestionsOf = async (id: string) => {
      const found = (await ann.snapshot(id)) as unknown as { possible_duplicates?: Suggested[] }
      return (found.possible_duplicates ?? []).map(({ entity_id }) => entity_id)
    }
    expect(await suggestionsOf(one)).toEqual([two])
    expect(await ann.call('retrieve_entities')).toMatchObject({ total: 2 })

    await ann.call('merge_entities', { from_entity_id: two, to_entity_id: one })
    expect(await suggestionsOf(one)).toEqual([])
    await ann.call('unmerge_entities', { entity_id: two })
    expect(await suggestionsOf(one)).toEqual([])
  })

  test('[TR574] a write of more than ten entities suggests nothing; their snapshots do', async () => {
    const ann = await installation().person()
    const twin = { ...johanna, full_name: 'Johana Lindqvist', email: 'jl@two.example' }
    const others = Array.from({ length: 9 }, (_, at) => ({
      entity_type: 'contact',
      full_name: `Person ${'abcdefghi'.charAt(at).repeat(8)}`,
      email: `${at}@other.example`,
    }))
    const { receipt } = await ann.state(johanna, twin, ...others)
    // A receipt names ten of the entities.
    expect(receipt).toMatchObject({ created: { length: 10 }, left_out: 1 })
    expect(receipt).not.toHaveProperty('possible_duplicates')

    const snapshots = await Promise.all(receipt.created.map((id) => ann.snapshot(id)))
    expect(snapshots.some((one) => 'possible_duplicates' in one)).toBe(true)
  })

  test('[TR480] [TR933] [TR934] [TR481] a pair that a person keeps apart is suggested nowhere, until that is taken back', async () => {
    const { person } = installation()
    const [ann, bob] = [await person({ path: '' }), await person({ path: '' })]
    const twin = { ...johanna, full_name: 'Johana Lindqvist', email: 'jl@two.example' }
    const ids: string[] = []
    for (const one of [johanna, twin])
      for (const whose of [ann, bob]) ids.push((await whose.state(one)).receipt.created[0]!)
    const [one = '', , two = ''] = ids
    const pair = { entity_id: one, other_entity_id: two }
    const say = async ({ user }: typeof ann, what: string, body: object = pair) => {
      const response = await user.api('POST', `/api/truth/duplicates/${what}`, body)
      return [response.status, await response.json()]
    }
    const pairsOf = async ({ user }: typeof ann, what = '') => {
      const response = await user.api('GET', `/api/truth/duplicates${what}`)
      return ((await response.json()) as { pairs: { entity: { id: string } }[] }).pairs
    }
    expect([(await pairsOf(ann)).length, (await pairsOf(bob)).length]).toEqual([1, 1])

    for (let time = 0; time < 2; time++) expect(await say(ann, 'keep_apart')).toEqual([200, pair])
    expect(await pairsOf(ann)).toEqual([])
    expect(await ann.snapshot(two)).not.toHaveProperty('possible_duplicates')
    expect(await pairsOf(ann, '/kept_apart')).toMatchObject([{ entity: { id: one }, other: { id: two } }])
    const others = [(await pairsOf(bob)).length, (await pairsOf(bob, '/kept_apart')).length]
    expect(others).toEqual([1, 0])
    // The one becomes part of a third, which is not the other either.
    const third = (await ann.state({ entity_type: 'contact', full_name: 'J L', email: 'j@three.example' }))
      .receipt.created[0]!
    await ann.call('merge_entities', { from_entity_id: one, to_entity_id: third })
    expect(await pairsOf(ann)).toEqual([])

    // The export has the ids as they were when the pair was kept apart.
    const lines = (await (await ann.user.api('GET', '/api/truth/export')).text()).split('\n')
    const merge = { from_id: one, to_id: two, is_undone: true }
    const merges = lines
      .filter((line) => line.includes('"merge":{'))
      .map((line) => JSON.parse(line) as object)
    expect(merges).toContainEqual(expect.objectContaining({ merge: expect.objectContaining(merge) }))

    expect(await say(ann, 'suggest_again')).toEqual([200, pair])
    expect([(await pairsOf(ann)).length, await pairsOf(ann, '/kept_apart')]).toEqual([1, []])
    const itself = { entity_id: one, other_entity_id: third }
    expect(await say(ann, 'keep_apart', itself)).toMatchObject([
      400,
      { error: { code: 'ENTITY_ALREADY_MERGED' } },
    ])
    expect(await say(bob, 'keep_apart', itself)).toMatchObject([404, { error: { code: 'ENTITY_NOT_FOUND' } }])
  })

  test('[TR556] many entities of another type do not hide a possible duplicate', async () => {
    const ann = await installation().person()
    const [first] = (await ann.state(johanna)).receipt.created
    const payments = Array.from({ length: 90 }, (_, at) => ({
      entity_type: 'transaction',
      transaction_id: `t${at}`,
      date: '2026-01-05',
      amount: -at,
      description: at < 45 ? 'Johanna Lindqvist Harbour' : 'Johanna Street Malmö',
    }))
    await ann.state(...payments)
    const { address: _, ...again } = { ...johanna, full_name: 'Johana Lindqvist', email: 'jl@two.example' }
    const [second] = (await ann.state(again)).receipt.created

    const { possible_duplicates } = await ann.call<{ possible_duplicates?: readonly object[] }>(
      'get_entity_snapshot',
      { entity_id: first! },
    )
    expect(possible_duplicates).toMatchObject([{ entity_id: second! }])
  })

  test('[TR165] what others know is never suggested, and neither is what merely looks alike', async () => {
    const { person } = installation()
    const [ann, bob] = [await person(), await person()]
    await bob.state({ ...johanna, email: 'other@three.example' })
    const { receipt } = await ann.state(johanna, {
      entity_type: 'contact',
      full_name: 'Johanna Lindgren',
      email: 'jo@four.example',
      phone: '+46 31 765 43 21',
      birthday: '1960-01-02',
    })
    expect(receipt).not.toHaveProperty('possible_duplicates')
  })
})
