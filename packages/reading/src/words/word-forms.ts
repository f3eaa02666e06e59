import { irregularVerbs } from './irregular-verbs.ts'

/** A map: a word of a question may be `constructor`, which every object has. */
const irregularNouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    lens: 'lens',
    lenses: 'lens',
    canvas: 'canvas',
    canvases: 'canvas',
    atlas: 'atlas',
    atlases: 'atlas',
    staff: 'staff',
    rating: 'rating',
    ratings: 'rating',
    treated: 'treat',
    hired: 'hire',
  }),
)

const cache = new Map<string, readonly string[]>()

/** The word itself and the base forms it may come from, likeliest first: `cities` → cities, city. */
export function wordForms(word: string): readonly string[] {
  const known = cache.get(word)
  if (known !== undefined) return known
  const forms = [...new Set([word, ...inflections(word)])]
  if (cache.size < 50_000) cache.set(word, forms)
  return forms
}

export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

/** The likeliest base form of a noun. */
export function singular(word: string): string {
  const known = irregularNouns.get(word) ?? irregularVerbs.get(word)
  if (known !== undefined) return known
  return nounBase(word) ?? word
}

function inflections(word: string): string[] {
  const known = irregularNouns.get(word) ?? irregularVerbs.get(word)
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
    !/(causes|houses|courses|nurses|purchases|clauses|horses|[ao]uses|^(?:re|mis|ref|exc|ab|acc|conf|f|am)?uses)$/.test(
      word,
    )
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
