import type { KoaContextWithOIDC } from 'oidc-provider'
import { interactionPolicy } from 'oidc-provider'

const { Check, base } = interactionPolicy

/**
 * Every authorization goes through our own pages once. They know who is signed in and what was consented to before, and
 * their decision is final. A check of the library that they cannot satisfy, such as a scope of OpenID Connect that is
 * not granted here, would make the browser loop.
 */
export function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base()
  for (const name of ['login', 'consent'] as const) {
    const checks = policy.get(name)?.checks
    checks?.splice(0)
    checks?.add(
      new Check(
        `no_${name}`,
        'The person has to be asked',
        `${name}_required`,
        ({ oidc }: KoaContextWithOIDC) =>
          oidc.result?.[name] === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  }
  return policy
}
