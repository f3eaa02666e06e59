/** Where a person creates the token. */
export function HowTo({ server }: { readonly server: string }) {
  return (
    <ol className="steps-list">
      <li>
        Open{' '}
        <a href={`${server}/user/settings/api-tokens`} target="_blank" rel="noreferrer">
          your API tokens in Vikunja
        </a>{' '}
        and make one. What you allow it there is what your assistants can do.
      </li>
      <li>Paste it here. It is checked with Vikunja, kept encrypted, and never shown again.</li>
    </ol>
  )
}
