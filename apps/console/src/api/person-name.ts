/** What a person is called: not everyone has given a name. */
export function personName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name === '' ? email : name
}
