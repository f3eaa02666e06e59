const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  persons: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  oxen: 'ox',
  lives: 'life',
  wives: 'wife',
  knives: 'knife',
  leaves: 'leaf',
  halves: 'half',
  shelves: 'shelf',
  wolves: 'wolf',
  loaves: 'loaf',
  criteria: 'criterion',
  phenomena: 'phenomenon',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  analyses: 'analysis',
  crises: 'crisis',
  theses: 'thesis',
  bases: 'base',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  curricula: 'curriculum',
  media: 'medium',
  alumni: 'alumnus',
  skus: 'sku',
  menus: 'menu',
  movies: 'movie',
  cookies: 'cookie',
  series: 'series',
  species: 'species',
  news: 'news',
  aircraft: 'aircraft',
  staff: 'staff',
  bought: 'buy',
  sold: 'sell',
  made: 'make',
  wrote: 'write',
  written: 'write',
  taught: 'teach',
  taken: 'take',
  took: 'take',
  gave: 'give',
  given: 'give',
  got: 'get',
  gotten: 'get',
  went: 'go',
  gone: 'go',
  won: 'win',
  lost: 'lose',
  led: 'lead',
  held: 'hold',
  paid: 'pay',
  sent: 'send',
  spent: 'spend',
  built: 'build',
  born: 'bear',
  began: 'begin',
  begun: 'begin',
  drove: 'drive',
  driven: 'drive',
  flew: 'fly',
  flown: 'fly',
  ate: 'eat',
  eaten: 'eat',
  came: 'come',
  became: 'become',
  had: 'have',
  has: 'have',
  did: 'do',
  does: 'do',
  done: 'do',
  was: 'be',
  were: 'be',
  is: 'be',
  are: 'be',
  been: 'be',
  am: 'be',
  left: 'leave',
  met: 'meet',
  ran: 'run',
  sang: 'sing',
  sung: 'sing',
  spoke: 'speak',
  spoken: 'speak',
  kept: 'keep',
  found: 'find',
  said: 'say',
  told: 'tell',
  thought: 'think',
  brought: 'bring',
  caught: 'catch',
  chose: 'choose',
  chosen: 'choose',
  known: 'know',
  knew: 'know',
  grew: 'grow',
  grown: 'grow',
  rode: 'ride',
  ridden: 'ride',
  wore: 'wear',
  worn: 'wear',
  drew: 'draw',
  drawn: 'draw',
  shown: 'show',
  saw: 'see',
  seen: 'see',
  lent: 'lend',
  slept: 'sleep',
  fell: 'fall',
  fallen: 'fall',
  broke: 'break',
  broken: 'break',
  stood: 'stand',
  understood: 'understand',
  treated: 'treat',
  hired: 'hire',
}

const cache = new Map<string, readonly string[]>()

/** The word itself and what it may be an inflection of, likeliest first: `cities` → cities, city. */
export function wordForms(word: string): readonly string[] {
  const known = cache.get(word)
  if (known !== undefined) return known
  const forms = [...new Set([word, ...inflections(word)])]
  if (cache.size < 50_000) cache.set(word, forms)
  return forms
}

/** The likeliest base form of a noun. */
export function singular(word: string): string {
  const known = irregular[word]
  if (known !== undefined) return known
  return nounBase(word) ?? word
}

function inflections(word: string): string[] {
  const known = irregular[word]
  if (known !== undefined) return [known]
  if (word.length < 4)
    return word.length === 3 && word.endsWith('s') && !/(ss|us|is|as)$/.test(word) ? [word.slice(0, -1)] : []
  const noun = nounBase(word)
  return [...(noun === null ? [] : [noun]), ...verbBases(word)]
}

function nounBase(word: string): string | null {
  if (word.length < 4 && !(word.length === 3 && word.endsWith('s') && !/(ss|us|is|as)$/.test(word)))
    return null
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return null
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (
    /(ches|shes|sses|xes|zes|uses)$/.test(word) &&
    !/(causes|houses|courses|nurses|purchases|clauses|horses)$/.test(word)
  )
    return word.slice(0, -2)
  if (word.endsWith('oes') && word.length > 4) return word.slice(0, -2)
  return word.slice(0, -1)
}

function verbBases(word: string): string[] {
  if (word.endsWith('ied') && word.length > 4) return [`${word.slice(0, -3)}y`]
  const stem =
    word.endsWith('ing') && word.length > 5
      ? word.slice(0, -3)
      : word.endsWith('ed') && word.length > 3
        ? word.slice(0, -2)
        : null
  if (stem === null) return []
  const undoubled = /([bdfgklmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : []
  return [...undoubled, `${stem}e`, stem]
}
