import { errorPage } from '../pages/error-page.ts'

export interface Refusal {
  readonly error: string
  readonly error_description?: string | undefined
}

/** For a person whose browser must not be sent back to the app, because it is not known where the app is. */
export function refusalPage({ error, error_description: why = error }: Refusal, reference: string): string {
  const isAboutDocument = why.includes('metadata document')
  const { message, hint } = (isAboutDocument ? undefined : words[error]) ?? {
    message: `The app that sent you here asked in a way we cannot answer: ${why.replace(/\.$/, '')}.`,
    hint: 'Go back to the app and start again, or tell its makers.',
  }
  return errorPage({ title: 'This request cannot be completed', message, hint, reference })
}

const words: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  invalid_client: {
    message: 'We do not know the app that sent you here, or we know it no longer.',
    hint: 'Remove the connection in the app and add it again.',
  },
  invalid_redirect_uri: {
    message: 'The app wants the answer sent to an address that it has not registered here.',
    hint: 'If you did not start this yourself, close this page. Otherwise tell the makers of the app.',
  },
}
