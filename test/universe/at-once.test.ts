import { expect, test } from 'vitest'
import { onEachEngine, Visitor } from './open-universe.ts'

onEachEngine((host) => {
  test('[UC2] commands with and without an idempotency key at once do not wait for each other’s end', async () => {
    const ada = await Visitor.of(host())
    const id = await ada.make('Busy')
    const send = (n: number) =>
      ada.user.api(
        'POST',
        `/universes/${id}/commands?include_state=false`,
        { type: 'tick', dt: 1 },
        n % 2 === 0 ? {} : { 'idempotency-key': `key ${n}` },
      )

    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n)))

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await ada.must('GET', `/universes/${id}`)).toMatchObject({ revision: 12 })
  })
})
