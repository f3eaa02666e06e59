/** The name that a client gave itself, from the metadata of an event. Empty if no client took part. */
export function clientNameOf(metadata: Readonly<Record<string, unknown>>): string {
  const names = [metadata['clientName'], metadata['clientId']]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? ''
}
