import { errorPage } from './error-page.ts'

export function linkGonePage(): string {
  return errorPage({
    title: 'This link no longer works',
    message: 'It was used already, has expired, or a newer one took its place. Each link works once.',
    hint: 'Ask an admin for a new link. If you have chosen a password before, you can sign in with it.',
    link: { text: 'Sign in', href: '/login' },
  })
}
