export type Words = readonly string[]

const beginnings = 'b br ch d dr f g gl h j k kl l m n p pr r s st t tr v w z'.split(' ')
const vowels = 'a e i o u au ei ie'.split(' ')
const endings = 'ck ld lm n nd ng nn r rg rn rt s sch ss st tt x z'.split(' ')

/** So many different words of two or three syllables, those of the list first. */
function wordsAfter(list: string, count: number): Words {
  const all = new Set(list.split(' '))
  for (let number = 1; all.size < count; number += 1) {
    const syllable = (turn: number) =>
      part(beginnings, number * 7 + turn) + part(vowels, Math.floor(number / (3 + turn)) + turn)
    const middle = number % 3 === 0 ? syllable(2) : ''
    all.add(syllable(0) + middle + syllable(1) + part(endings, Math.floor(number / 11)))
  }
  return [...all]
}

function part(list: readonly string[], number: number): string {
  return list[number % list.length]!
}

function capital(list: Words): Words {
  return list.map((word) => word[0]!.toUpperCase() + word.slice(1))
}

export const given = capital(
  wordsAfter(
    'ada bela carl dora emil fara gita hugo ines jona kira leon mara nils olga paul rosa sven tara ugo',
    400,
  ),
)
export const family = capital(
  wordsAfter(
    'albers brandt castell dorn ebner falk grimm haas irving jensen keller lorenz maurer novak ott pohl',
    4000,
  ),
)
export const cities = capital(wordsAfter('porto ulm bern graz lyon turin malmö gent cork vigo', 600))
export const words = wordsAfter(
  'ledger harbour copper lantern orchard bridge canyon velvet marble timber signal anchor meadow quartz',
  3000,
)
