import type { Mention } from './scan.ts'

/** "W versus S": both are values of one field, where each of them may also be a value of another one. */
export function asOfOneField(mentions: readonly Mention[]): readonly Mention[] {
  const values = mentions.filter((one) => one.kind === 'value')
  const isShared = ({ dataset, field }: { readonly dataset: string; readonly field: string }): boolean =>
    values.every((one) => one.values.some((each) => each.dataset === dataset && each.field === field))
  if (values.length < 2 || !values.some((one) => one.values.some(isShared))) return mentions
  return mentions.map((one) => (one.kind === 'value' ? { ...one, values: one.values.filter(isShared) } : one))
}
