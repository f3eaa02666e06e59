const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time in the zone at that moment, as `YYYY-MM-DDTHH:MM:SS`. */
export function inZone(moment: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(moment)
      .map((part) => [part.type, part.value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
}

/** The moment of a local day or time in the zone. A time skipped by a clock change gives the moment after the gap. */
export function fromZone(local: string, timeZone: string): Date {
  const asUtc = new Date(`${local.length === 10 ? `${local}T00:00:00` : local.replace(' ', 'T')}Z`)
  let moment = asUtc
  for (let round = 0; round < 2; round += 1) {
    const shown = new Date(`${inZone(moment, timeZone)}Z`)
    moment = new Date(moment.getTime() + asUtc.getTime() - shown.getTime())
  }
  return moment
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
