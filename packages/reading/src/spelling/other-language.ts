import type { Ontology } from '@quipu/query'
import { isEnglish } from '../lexicon/wordnet.ts'
import { operatorOf } from '../words/phrases.ts'
import { tokenize } from '../words/tokens.ts'

const languages: Readonly<Record<string, ReadonlySet<string>>> = {
  German: words(
    'wie viele viel was wer welche welcher welches wann wo warum der das den dem ein eine einen einer und oder nicht ist sind war waren hat haben hatte wir uns unsere unser im am beim zum zur mit für von nach bei aus auf über letzten letzte letztes letzter dieses diesen dieser jahr monat woche tag kunden umsatz zeige mir alle pro je kein keine gab gibt wurden wurde haben',
  ),
  Spanish: words(
    'cuántos cuantos cuántas cuantas cuánto cuanto cuánta qué quién quien quiénes cuál cual cuáles dónde donde cuándo cuando los las una unos del por para con sin este esta mes año ano pasado pasada último ultimo última nuestros nuestras nuestro muestra muéstrame clientes ventas pedidos fueron hay tiene tenemos hemos son está están',
  ),
  French: words(
    "combien quel quelle quels quelles qui que quoi où quand pourquoi le les des du une est sont était avons nous nos notre cette ce ces mois année annee dernier dernière derniere avec sans pour par dans sur clients ventes commandes chiffre d'affaires montre moi affiche ont été avez ai-je a-t-on",
  ),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** German, Spanish or French, where at least two words are of that language and most words are not English. */
export function otherLanguage(question: string, { values }: Pick<Ontology, 'values'>): string | null {
  const tokens = tokenize(question).filter(({ kind, lower }) => kind === 'word' && lower.length > 1)
  const own = tokens.filter(({ lower, text }) => !isKnownEnglish(lower) && values.exact(text).length === 0)
  for (const [language, known] of Object.entries(languages)) {
    const found = tokens.filter(({ lower }) => known.has(lower))
    const foreign = new Set([...found, ...own])
    const isStrange = found.some(({ lower }) => !isKnownEnglish(lower))
    if (found.length >= 2 && isStrange && foreign.size * 2 > tokens.length) return language
  }
  return null
}

function isKnownEnglish(word: string): boolean {
  return operatorOf(word) !== undefined || isEnglish(word)
}

export function unreadable(language: string): string {
  return `This question seems to be in ${language}. Questions are read in English; please ask in English.`
}
