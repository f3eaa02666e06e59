import { distance } from 'fastest-levenshtein'

const most = 5

/** The names that were probably meant, closest first. */
export function nearestNames(typed: string, known: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase()
  const allowed = Math.max(2, Math.floor(wanted.length / 3))
  return [...new Set(known)]
    .map((name) => ({ name, edits: editsBetween(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** A name that contains the other, or whose part after the dataset equals it, is near. */
function editsBetween(wanted: string, name: string): number {
  const own = name.slice(name.lastIndexOf('.') + 1)
  if (wanted.length > 2 && (name.includes(wanted) || (own.length > 2 && wanted.includes(own)))) return 1
  return Math.min(distance(wanted, name), distance(wanted, own))
}
