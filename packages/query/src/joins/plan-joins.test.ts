import { describe, expect, test } from 'vitest'
import type { JoinPlan } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Query } from '../model/logical-form.ts'
import { buildSql } from '../sql/build-sql.ts'
import { planJoins } from './plan-joins.ts'
import {
  count,
  f,
  is,
  query,
  show,
  testOntology,
  type TestTable,
} from '../../../../test/environment/query/test-ontology.ts'

const options = { now: new Date('2026-03-01T12:00:00Z'), timeZone: 'UTC' }

describe('joins between datasets', () => {
  test('[DQ1] the cheapest tree connects all datasets of a level and nothing else', () => {
    const plan = planned(query('guests', { outputs: show('guests.name', 'hotels.name') }), travel)
    expect(joinsOf(plan)).toEqual(['guests>stays', 'stays>hotels'])
    expect(plan.margin).toBe(1)
  })

  test('[DQ2] a declared relationship beats an uncertain one, and a certain one beats a longer join path', () => {
    const doubtful = {
      name: 'guests_guess', from: 'guests', to: 'hotels', fromFields: ['city_id'], toFields: ['id'],
      cardinality: 'many-to-one', origin: 'inferred', synonyms: [],
    } as const // prettier-ignore
    const withGuess = (confidence: number): Ontology => ({
      ...travel,
      relationships: [...travel.relationships, { ...doubtful, confidence }],
    })
    const asked = query('guests', { outputs: show('guests.name', 'hotels.name') })
    expect(joinsOf(planned(asked, withGuess(0.4)))).toEqual(['guests>stays', 'stays>hotels'])
    expect(joinsOf(planned(asked, withGuess(0.95)))).toEqual(['guests>hotels'])
    expect(planned(asked, withGuess(0.4)).margin).toBeLessThan(0.35)
  })

  test('[DQ1400] a many-to-many relationship costs as much as a longer join path', () => {
    const direct = {
      name: 'guests_direct', from: 'guests', to: 'hotels', fromFields: ['city_id'], toFields: ['id'],
      cardinality: 'many-to-many', origin: 'declared', confidence: 1, synonyms: [],
    } as const // prettier-ignore
    const asked = query('guests', { outputs: show('guests.name', 'hotels.name') })
    const joined = (cardinality: 'many-to-many' | 'many-to-one'): readonly string[] =>
      joinsOf(
        planned(asked, {
          ...travel,
          relationships: [...travel.relationships, { ...direct, cardinality }],
        }),
      )
    expect(joined('many-to-one')).toEqual(['guests>hotels'])
    expect(joined('many-to-many')).toEqual(['guests>stays', 'stays>hotels'])
  })

  test('[DQ300] among trees of equal cost, the one nearest to the subject wins', () => {
    const asked = query('coaches', { outputs: show('members.name', 'teams.name') })
    expect(joinsOf(planned(asked, club))).toEqual(['coaches>teams', 'coaches>members'])
  })

  test('[DQ3] [DQ302] [DQ1401] two join paths to one table tie and are described in words, and the question can choose one', () => {
    const open = planned(query('flights', { outputs: show('flights.id', 'airports.name') }), airline)
    expect(open.margin).toBe(0)
    expect(open.alternatives).toEqual(['flights to airports by from_id', 'flights to airports by to_id'])
    const chosen = planned(
      query('flights', {
        outputs: show('flights.id', 'airports.name'),
        appearances: [{ as: 'airports', dataset: 'airports', via: 'flights_to_id', from: null }],
      }),
      airline,
    )
    expect(chosen.margin).toBe(1)
    expect(chosen.trees.values().next().value?.joins[0]?.relationship).toBe('flights_to_id')
  })

  test('[DQ301] both ends of a flight are two appearances, with or without a named relationship', () => {
    for (const via of ['flights_to_id', null]) {
      const asked = query('flights', {
        outputs: show('airports.name', 'airports.name@arrival'),
        appearances: [{ as: 'arrival', dataset: 'airports', via, from: null }],
      })
      expect(sql(asked, airline)).toBe(
        [
          'SELECT airports.name, arrival.name AS name_2',
          'FROM flights',
          'JOIN airports ON airports.id = flights.from_id',
          'JOIN airports AS arrival ON arrival.id = flights.to_id',
        ].join('\n'),
      )
    }
  })

  test('[DQ301] [DQ1406] a self-reference joins the row referred to, or the rows that refer to it', () => {
    const up = query('staff', {
      outputs: show('staff.name', 'staff.name@boss'),
      appearances: [{ as: 'boss', dataset: 'staff', via: 'staff_boss_id', from: null }],
    })
    expect(sql(up, office)).toContain('JOIN staff AS boss ON boss.id = staff.boss_id')
    const many = {
      kind: 'compare',
      left: count('staff'),
      operator: '>',
      right: { kind: 'literal', value: 2 },
    } as const
    const down = query('staff', {
      outputs: show('staff.name'),
      where: { kind: 'related', of: 'staff', query: query('staff', { outputs: [], having: many }) },
    })
    expect(sql(down, office)).toContain('WHERE staff_2.boss_id = staff.id')
  })

  test('[DQ4] without a join path the plan cannot answer and names the datasets', () => {
    const plan = planJoins(query('guests', { outputs: show('guests.name', 'ghosts.name') }), travel)
    expect(plan).toEqual({
      status: 'cannot_answer',
      reason: 'No relationship connects guests with ghosts.',
      missing: ['ghosts'],
      available: ['cities', 'guests', 'hotels', 'stays', 'ghosts'],
    })
    const unknown = planJoins(query('dragons', { outputs: [] }), travel)
    expect(unknown).toMatchObject({ status: 'cannot_answer', missing: ['dragons'] })
  })

  test('[DQ1402] no join path goes through a hidden dataset', () => {
    const hidden: Ontology = {
      ...travel,
      datasets: travel.datasets.map((one) => (one.name === 'stays' ? { ...one, isHidden: true } : one)),
    }
    const plan = planJoins(query('guests', { outputs: show('guests.name', 'hotels.name') }), hidden)
    expect(plan).toMatchObject({ status: 'cannot_answer', missing: ['hotels'] })
  })

  test('[DQ5] every nested level has its own join tree', () => {
    const inner = query('stays', { outputs: show('stays.guest_id'), where: is('hotels.name', 'Ritz') })
    const asked = query('guests', {
      outputs: show('guests.name'),
      where: { kind: 'member', of: f('guests.id'), query: inner },
    })
    const plan = planned(asked, travel)
    expect(plan.trees.get(asked)?.joins).toEqual([])
    expect(plan.trees.get(inner)?.joins.map((join) => join.right)).toEqual(['hotels'])
  })

  test.each([
    [20, 7],
    [200, 52],
  ])(
    '[DQ6] datasets far from each other among %i tables are joined by the %i joins of the shortest path',
    (tables, joins) => {
      const spread = [0, 3, 7, 11, 15].map((n) => `t${(n * tables) / 20}.name`)
      const asked = query('t0', { outputs: show(...spread) })
      expect(planned(asked, chain(tables)).trees.get(asked)?.joins).toHaveLength(joins)
    },
  )

  test('[DQ7] the same query gives the same SQL every time', () => {
    const texts = new Set(
      Array.from({ length: 100 }, () =>
        sql(
          query('guests', { outputs: show('cities.name', count('stays')), groupBy: [f('cities.name')] }),
          freshTravel(),
        ),
      ),
    )
    expect(texts.size).toBe(1)
  })
})

const travel = testOntology('sqlite', [
  { name: 'cities', fields: ['id*', 'name:text'] },
  { name: 'guests', fields: ['id*', 'name:text', 'city_id'], refers: ['city_id>cities.id'] },
  { name: 'hotels', fields: ['id*', 'name:text'] },
  {
    name: 'stays',
    fields: ['id*', 'guest_id', 'hotel_id'],
    refers: ['guest_id>guests.id', 'hotel_id>hotels.id'],
  },
  { name: 'ghosts', fields: ['id*', 'name:text'] },
])

const airline = testOntology('sqlite', [
  { name: 'airports', fields: ['id*', 'name:text'] },
  {
    name: 'flights',
    fields: ['id*', 'from_id', 'to_id'],
    refers: ['from_id>airports.id', 'to_id>airports.id'],
  },
])

/** A team has a leader among the members, and each coach also has a row there. */
const club = testOntology('sqlite', [
  { name: 'members', fields: ['id*', 'name:text'] },
  { name: 'teams', fields: ['id*', 'name:text', 'leader_id'], refers: ['leader_id>members.id'] },
  {
    name: 'coaches',
    fields: ['id*', 'team_id', 'member_id'],
    refers: ['team_id>teams.id', 'member_id>members.id'],
  },
])

const office = testOntology('sqlite', [
  { name: 'staff', fields: ['id*', 'name:text', 'boss_id?'], refers: ['boss_id>staff.id'] },
])

/** A copy, so that nothing cached for the original is used. */
function freshTravel(): Ontology {
  return { ...travel, datasets: [...travel.datasets], relationships: [...travel.relationships] }
}

function chain(tables: number): Ontology {
  const list = Array.from({ length: tables }, (_, n): TestTable => {
    const targets = [n - 1, n - 3].filter((one) => one >= 0)
    return {
      name: `t${n}`,
      fields: ['id*', 'name:text', ...targets.map((one) => `to_${one}`)],
      refers: targets.map((one) => `to_${one}>t${one}.id`),
    }
  })
  return testOntology('sqlite', list)
}

function planned(asked: Query, ontology: Ontology): JoinPlan {
  const plan = planJoins(asked, ontology)
  if ('status' in plan) throw new Error(plan.reason)
  return plan
}

function joinsOf(plan: JoinPlan): readonly string[] {
  return [...plan.trees.values()].flatMap((tree) => tree.joins.map((join) => `${join.left}>${join.right}`))
}

function sql(asked: Query, ontology: Ontology): string {
  return buildSql(asked, planned(asked, ontology), ontology, options).inlined
}
