import { errorPage } from '../pages/error-page.ts'
import { isDocumentAway } from './client-documents.ts'

export interface Refusal {
  readonly error: string
  readonly error_description?: string | undefined
}

/** For a person whose browser must not be redirected to the app, because its address is not verified. */
export function refusalPage({ error, error_description: why = error }: Refusal, reference: string): string {
  if (isDocumentAway({ error, error_description: why })) return documentAwayPage(reference)
  const isAboutDocument = why.includes('metadata document')
  const { message, hint } = (isAboutDocument ? undefined : words[error]) ?? {
    message: `The app that sent you here asked in a way we cannot answer: ${why.replace(/\.$/, '')}.`,
    hint: 'Go back to the app and start again, or tell its makers.',
  }
  return errorPage({ title: 'This request cannot be completed', message, hint, reference })
}

/** Without the reason, which would reveal networks that the requesting side cannot see. */
export function documentAwayPage(reference: string): string {
  return errorPage({
    title: 'This request cannot be completed',
    message:
      'The app describes itself in a document on its own web site, and we could not read that document now.',
    hint: 'Try again in a minute. If it happens again, tell an admin of this server.',
    reference,
  })
}

const words: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  invalid_client: {
    message: 'We do not know the app that sent you here, or we know it no longer.',
    hint: 'Remove the connection in the app and add it again.',
  },
  server_error: {
    message: 'We could not do this now.',
    hint: 'Try again in a minute. If it happens again, tell an admin of this server.',
  },
  invalid_redirect_uri: {
    message: 'The app wants the answer sent to an address that it has not registered here.',
    hint: 'If you did not start this yourself, close this page. Otherwise tell the makers of the app.',
  },
}
