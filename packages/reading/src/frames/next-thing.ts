import type { Mention, Scan } from './scan.ts'

/** "videos of published classes": the word right before a thing says something of that thing, where its rows have the value or the event. */
export function withOwnOfNextThing(scan: Scan): Scan {
  const mentions = scan.mentions.map((one, i): Mention => {
    const next = scan.mentions[i + 1]
    if (one.kind !== 'value' || next?.kind !== 'thing' || next.at !== one.at + 1) return one
    const { dataset } = next
    const values = one.values.filter((each) => each.dataset === dataset.name)
    const events = one.events.filter((each) => each.dataset === dataset)
    const parts = one.parts.filter((each) => each.dataset === dataset.name)
    return values.length + events.length + parts.length === 0 ? one : { ...one, values, events, parts }
  })
  return { ...scan, mentions }
}
