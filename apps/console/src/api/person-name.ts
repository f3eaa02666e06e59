/** The name to show for a person: not everyone has given one. */
export function personName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name === '' ? email : name
}
