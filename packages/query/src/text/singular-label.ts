/** The label of one row: `order` for `orders`. */
export function singularLabel(label: string): string {
  if (/ies$/i.test(label) && label.length > 4) return `${label.slice(0, -3)}y`
  if (/(?:ches|shes|xes|sses)$/i.test(label)) return label.slice(0, -2)
  return /[^su]s$/i.test(label) && label.length > 3 ? label.slice(0, -1) : label
}
