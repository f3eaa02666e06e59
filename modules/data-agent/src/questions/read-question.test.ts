import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGreenhouse, type Greenhouse } from './test-greenhouse.ts'

let greenhouse: Greenhouse
beforeAll(async () => {
  greenhouse = await openGreenhouse()
})
afterAll(() => greenhouse[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    const sort = (some: readonly (readonly unknown[])[]): string[] =>
      some.map((row) => JSON.stringify(row.map(String).toSorted())).toSorted()
    expect(sort(greenhouse.rows(question))).toEqual(sort(rows))
  })
}

function ordered(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(greenhouse.rows(question)).toEqual(rows)
  })
}

describe('[DR1] the outputs are exactly what was asked for', () => {
  answers([
    [
      'What are the names of the plants?',
      [
        ['Silver Aloe'],
        ['Tree Fern'],
        ['Lady Fern'],
        ['Date Palm'],
        ['Fan Palm'],
        ['Jade Plant'],
        ['Wax Palm'],
      ],
    ],
    [
      'List the name, valley and built year of every greenhouse.',
      [
        ['North Hall', 'Low Valley', 1988],
        ['Fern House', 'Low Valley', 2004],
        ['Palm Dome', 'High Valley', 1996],
      ],
    ],
    [
      'Show the first and last names of the growers.',
      [
        ['Ida', 'Brandt'],
        ['Tom', 'Ferrer'],
        ['Lea', 'Okoye'],
        ['Sam', 'Quist'],
      ],
    ],
    ['What is the full name of the grower from Nidda who is older than 30?', [['Sam', 'Quist']]],
    ["What is the Palm Dome's valley?", [['High Valley']]],
    ["What is Ida Brandt's age and village?", [[34, 'Oberau']]],
  ])
})

describe('[DR4004] a key asked of a thing is the field of the thing', () => {
  answers([
    [
      'List the plant ids and greenhouse ids of the palms.',
      [
        [4, 3],
        [5, 3],
        [7, 3],
      ],
    ],
  ])
})

describe('[DR4003] a property that many rows share shows each value once', () => {
  answers([
    ['What are the different families of plants?', [['succulent'], ['fern'], ['palm']]],
    ['Show all families.', [['succulent'], ['fern'], ['palm']]],
    ['List the names of all different greenhouses.', [['North Hall'], ['Fern House'], ['Palm Dome']]],
  ])
})

describe('[DR4002] all information shows every field', () => {
  answers([
    [
      'Give me all the information about greenhouses built before 1990.',
      [[1, 'North Hall', 'Low Valley', 1988, 420]],
    ],
  ])
})

describe('[DR127] [DR4000] people', () => {
  answers([
    ['How many people live in Oberau?', [[2]]],
    [
      'People from Nidda',
      [
        ['Lea', 'Okoye'],
        ['Sam', 'Quist'],
      ],
    ],
  ])
})

describe('[DR4042] "headcount" is the number of people', () => {
  answers([
    ['What is our headcount?', [[4]]],
    [
      'Headcount by village',
      [
        ['Oberau', 2],
        ['Nidda', 2],
      ],
    ],
  ])
})

describe('[DR4041] "who" means the people nearest to the things in the question', () => {
  answers([
    [
      'Who watered the Date Palm?',
      [
        ['Tom', 'Ferrer'],
        ['Lea', 'Okoye'],
      ],
    ],
  ])
})

describe('[DR2] counts, totals, means and extremes', () => {
  answers([
    ['How many plants are there?', [[7]]],
    ['Count the number of growers.', [[4]]],
    ['How many different families are there?', [[3]]],
    ['What is the total amount of liters?', [[44.5]]],
  ])
})

describe('[DR4005] totals, means and extremes apply to the field beside them', () => {
  answers([
    ['What is the average price of the palms?', [[(95 + 60 + 120) / 3]]],
    ['What are the minimum and maximum height of plants?', [[35, 600]]],
    ['What is the highest price of any plant?', [[120]]],
  ])
})

describe('[DR3] values of the data become conditions, with or without their field', () => {
  answers([
    [
      'Which growers live in Oberau?',
      [
        ['Ida', 'Brandt'],
        ['Tom', 'Ferrer'],
      ],
    ],
    ['What are the names of plants whose family is fern?', [['Tree Fern'], ['Lady Fern']]],
    ['What is the price of the plant named "Jade Plant"?', [[15]]],
    [
      'List the names of plants of the family fern or palm.',
      [['Tree Fern'], ['Lady Fern'], ['Date Palm'], ['Fan Palm'], ['Wax Palm']],
    ],
    ['How many plants are in Fern House?', [[2]]],
  ])
})

describe('[DR4009] a number beside a thing is its key', () => {
  answers([['What is the name of greenhouse 2?', [['Fern House']]]])
})

describe('[DR4008] parts of values are searched for, also for each of a list', () => {
  answers([
    ['What are the names of plants whose name contains "Fern"?', [['Tree Fern'], ['Lady Fern']]],
    ['Which plants have a name starting with the letter W? Show the names.', [['Wax Palm']]],
    ['Find the names of plants whose names contain "Jade" or "Wax".', [['Jade Plant'], ['Wax Palm']]],
  ])
})

describe('[DR4006] a full name in two fields becomes conditions on both', () => {
  answers([
    ['What is the age of Ida Brandt?', [[34]]],
    ['How old is the grower "Tom Ferrer"? Give me the age.', [[51]]],
  ])
})

describe('[DR4] [DR4032] comparisons, by field or by adjective', () => {
  answers([
    ['What are the names of plants with a price above 50?', [['Date Palm'], ['Fan Palm'], ['Wax Palm']]],
    ['Which plants are taller than 200?', [['Date Palm'], ['Fan Palm'], ['Wax Palm']]],
    ['What are the last names of growers younger than 40?', [['Brandt'], ['Okoye']]],
    ['Names of greenhouses built after 1990', [['Fern House'], ['Palm Dome']]],
    [
      'Which waterings are bigger than 9 liters?',
      [
        ['2024-02-11', 4, 'Date Palm', 'Ferrer', 'Tom'],
        ['2024-03-09', 6, 'Date Palm', 'Lea', 'Okoye'],
      ],
    ],
    ['What are the names of greenhouses with plants of more than 300 height?', [['Palm Dome']]],
  ])
})

describe('[DR4015] words after "or" change nothing', () => {
  answers([['How many plants are in Fern House or in a greenhouse built before 1990?', [[4]]]])
})

describe('[DR4014] a number after "or" belongs to the same field', () => {
  answers([
    ['What are the names of plants whose price is above 100 or below 10?', [['Lady Fern'], ['Wax Palm']]],
    ['List the last names of growers aged either 27 or 34.', [['Brandt'], ['Okoye']]],
  ])
})

describe('[DR4013] comparisons with other rows', () => {
  answers([
    [
      'What are the names of plants whose price is higher than the average price?',
      [['Date Palm'], ['Fan Palm'], ['Wax Palm']],
    ],
    [
      'What are the names of plants whose price is higher than the price of all plants in the fern family?',
      [['Date Palm'], ['Fan Palm'], ['Wax Palm']],
    ],
    [
      'List the names of plants with a price higher than some plants in the palm family.',
      [['Date Palm'], ['Wax Palm']],
    ],
    [
      'What are the names of plants that have a higher price than the average price of plants in the fern family?',
      [['Tree Fern'], ['Date Palm'], ['Fan Palm'], ['Wax Palm']],
    ],
    ['Which growers are older than the grower with id 1? Show the last name.', [['Ferrer'], ['Quist']]],
    [
      'What are the names of plants with a price lower than the lowest price of any plant in the palm family and a height above 50?',
      [['Tree Fern'], ['Lady Fern']],
    ],
  ])
})

describe('[DR4012] "at most" includes the bound, and "between" has two', () => {
  answers([
    ['List the names of plants that cost at most 12.5.', [['Silver Aloe'], ['Lady Fern']]],
    [
      'Show the names of plants with a height between 50 and 200.',
      [['Tree Fern'], ['Lady Fern'], ['Jade Plant']],
    ],
  ])
})

describe('[DR5] the most, the least, the first few', () => {
  answers([
    ['What is the name of the tallest plant?', [['Wax Palm']]],
    ['What is the name of the plant with the lowest price?', [['Lady Fern']]],
    ['What is the most common family of plants?', [['palm']]],
    ['What are the names of the 3 most expensive plants?', [['Wax Palm'], ['Date Palm'], ['Fan Palm']]],
    ['Which watering has the highest liters before March 2024? Show the plant name.', [['Date Palm']]],
    ['Which family has the most records?', [['palm']]],
  ])
})

describe('[DR4023] old people are ranked by age', () => {
  answers([['Who is the oldest grower? Show the last name.', [['Ferrer']]]])
})

describe('[DR4018] an amount with many rows is ranked by its total', () => {
  answers([
    ['Which plant got the most liters before March 2024?', [['Tree Fern']]],
    ['Which grower used the most liters in February 2024?', [['Tom', 'Ferrer']]],
    ['Who used the most liters?', [['Lea', 'Okoye']]],
  ])
})

describe('[DR4017] another thing that is ranked is found first', () => {
  answers([
    ['What are the names of plants in the oldest greenhouse?', [['Silver Aloe'], ['Jade Plant']]],
    [
      'What are the names of the plants that belong to the most common family?',
      [['Date Palm'], ['Fan Palm'], ['Wax Palm']],
    ],
  ])
})

describe('[DR4016] rankings by a field, a number of partners or their mean', () => {
  answers([
    ['Which greenhouse has the largest floor area?', [['Palm Dome']]],
    ['Which greenhouse has the most plants?', [['Palm Dome']]],
    ['Find the name of the greenhouse that has the most fern plants.', [['Fern House']]],
    [
      'Which greenhouse has the lowest average plant price, and what is the average price?',
      [['North Hall', 13.75]],
    ],
  ])
})

describe('[DR6] groups', () => {
  answers([
    [
      'How many plants are there in each family?',
      [
        ['succulent', 2],
        ['fern', 2],
        ['palm', 3],
      ],
    ],
    [
      'What is the average price of plants for each greenhouse?',
      [
        ['North Hall', 13.75],
        ['Fern House', 24.5],
        ['Palm Dome', 275 / 3],
      ],
    ],
    [
      'For each valley, show the number of greenhouses.',
      [
        ['Low Valley', 2],
        ['High Valley', 1],
      ],
    ],
    [
      'Number of growers by village',
      [
        ['Oberau', 2],
        ['Nidda', 2],
      ],
    ],
    [
      'Show the families and the number of plants of each family.',
      [
        ['succulent', 2],
        ['fern', 2],
        ['palm', 3],
      ],
    ],
  ])
})

describe('[DR4024] a count of the grouping thing counts its rows', () => {
  answers([
    [
      'For each family, show its family and its count.',
      [
        ['palm', 3],
        ['fern', 2],
        ['succulent', 2],
      ],
    ],
  ])
})

describe('[DR7] how many partners a row has', () => {
  answers([
    ['Which greenhouses have at least 3 plants?', [['Palm Dome']]],
    ['What are the names of plants with more than one watering?', [['Tree Fern'], ['Date Palm']]],
    ['Which families have two or more plants? Show the family.', [['succulent'], ['fern'], ['palm']]],
    ['How many greenhouses have more than 2 plants?', [[1]]],
    ['Which families were watered by more than 1 grower?', [['fern'], ['palm']]],
  ])
})

describe('[DR4026] "more than once" counts the rows of the event', () => {
  answers([
    ['What are the names of the plants that were watered more than once?', [['Tree Fern'], ['Date Palm']]],
    ['What are the names of plants that had waterings 2 times?', [['Tree Fern'], ['Date Palm']]],
  ])
})

describe('[DR8] negations', () => {
  answers([
    ['What are the names of plants without any waterings?', [['Jade Plant'], ['Wax Palm']]],
    ['Which growers do not have any watering? Show the last name.', [['Quist']]],
    [
      'List the names of plants that are not ferns.',
      [['Silver Aloe'], ['Date Palm'], ['Fan Palm'], ['Jade Plant'], ['Wax Palm']],
    ],
    ['How many growers are not from Nidda?', [[2]]],
    ['How many plants did not get 5 liters?', [[6]]],
  ])
})

describe('[DR4029] a negation after its value, or as an exception', () => {
  answers([
    [
      'What are the names of plants that Ida does not water?',
      [['Date Palm'], ['Fan Palm'], ['Jade Plant'], ['Wax Palm']],
    ],
    [
      'Show all greenhouse names except for those that have a plant in the palm family.',
      [['North Hall'], ['Fern House']],
    ],
  ])
})

describe('[DR9] both of two values', () => {
  answers([
    [
      'Which valleys have both greenhouses built before 1990 and greenhouses built after 2000?',
      [['Low Valley']],
    ],
    ['What are the names of plants watered by both Ida and Tom?', [['Tree Fern']]],
    ['What are the villages shared by growers older than 50 and growers younger than 40?', [['Oberau']]],
  ])
})

describe('[DR10] order', () => {
  ordered([
    ['List the names of greenhouses in alphabetical order.', [['Fern House'], ['North Hall'], ['Palm Dome']]],
    [
      'List the names of greenhouses sorted by floor area in descending order.',
      [['Palm Dome'], ['North Hall'], ['Fern House']],
    ],
    ['Show the last names of growers ordered by age.', [['Okoye'], ['Brandt'], ['Quist'], ['Ferrer']]],
    [
      'What are the names of greenhouses ordered by the number of plants, most first, descending?',
      [['Palm Dome'], ['North Hall'], ['Fern House']],
    ],
    [
      'List the names of plants ordered by family in ascending order and price in descending order.',
      [
        ['Tree Fern'],
        ['Lady Fern'],
        ['Wax Palm'],
        ['Date Palm'],
        ['Fan Palm'],
        ['Jade Plant'],
        ['Silver Aloe'],
      ],
    ],
  ])
})

describe('[DR4086] what is sorted is shown', () => {
  ordered([
    ['Sort the greenhouses by floor area.', [['Fern House'], ['North Hall'], ['Palm Dome']]],
    [
      'Sort the last names of the growers in descending order of age.',
      [['Ferrer'], ['Quist'], ['Brandt'], ['Okoye']],
    ],
  ])
})

describe('[DR11] [DR4001] when and where', () => {
  answers([
    ['When was Palm Dome built?', [[1996]]],
    ['What are the names of plants watered in February 2024?', [['Tree Fern'], ['Date Palm']]],
    ['How many waterings were there in 2024?', [[6]]],
    [
      'Number of plants per grower in 2024',
      [
        ['Ida', 'Brandt', 2],
        ['Tom', 'Ferrer', 2],
        ['Lea', 'Okoye', 2],
      ],
    ],
    ['How many plants did Ida Brandt water in 2025?', [[1]]],
    [
      'How many plants did each grower water?',
      [
        ['Ida', 'Brandt', 3],
        ['Tom', 'Ferrer', 2],
        ['Lea', 'Okoye', 2],
      ],
    ],
    ['year with the most waterings', [['2024-01-01']]],
  ])
})

test('[DR12] the same words give the same plan', () => {
  const question = 'Which greenhouse in Low Valley has the most plants taller than 40?'
  const first = JSON.stringify(greenhouse.plan(question))
  for (let i = 0; i < 20; i++) expect(JSON.stringify(greenhouse.plan(question))).toBe(first)
})

describe('[DR69] comparisons may be written as symbols', () => {
  answers([
    ['How many growers have age > 34?', [[2]]],
    ['How many growers have age >= 34?', [[3]]],
    ['How many plants have price < 15?', [[2]]],
    ['How many plants have price <= 15?', [[3]]],
    ['How many growers have age != 34?', [[3]]],
  ])
})

test('[DR4007] quoted text that is not a value is compared as written', () => {
  const question = 'What is the price of the plant named "Moon Tree"?'
  expect(greenhouse.rows(question)).toEqual([])
  expect(greenhouse.reading(question).restatement).toBe('price of plants, where plant name is Moon Tree')
})
