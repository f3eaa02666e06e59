import { irregularPast } from './irregular-verbs.ts'
import { isPast } from './verbal.ts'
import { plural } from './word-forms.ts'

/** A verb in the form that another word has: `install` like "fitted" is `installed`. A particle keeps its place: `check in`, `checked in`. */
export function inflectedLike(word: string, verb: string): string {
  const [head = '', ...rest] = verb.split(' ')
  return [formLike(word.toLowerCase(), head), ...rest].join(' ')
}

function formLike(word: string, verb: string): string {
  if (word.endsWith('ing') && word.length > 5) return `${stemBefore(verb, 'ing')}ing`
  if (isPast(word)) return irregularPast(verb) ?? `${stemBefore(verb, 'ed')}ed`
  return verb
}

/** The plural of a name whose last word is a noun, if another word is a plural. */
export function numberLike(isPlural: boolean, name: string): string {
  if (!isPlural || /s$/i.test(name)) return name
  const words = name.split(' ')
  const last = words.pop() ?? ''
  return [...words, plural(last)].join(' ')
}

function stemBefore(verb: string, ending: 'ed' | 'ing'): string {
  if (/[^e]e$/.test(verb)) return verb.slice(0, -1)
  if (ending === 'ed' && /[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}i`
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) ? `${verb}${verb.at(-1)}` : verb
}
