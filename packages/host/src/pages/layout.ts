import { cordIcon, cordMark } from './cord-mark.ts'
import { html, trusted, type Markup } from './markup.ts'
import { pageStyle } from './page-style.ts'

export interface Layout {
  readonly title: string
  readonly body: Markup
  /** Default: narrow, for a form. */
  readonly width?: 'narrow' | 'wide' | undefined
}

/** A whole document: our mark above one card. It loads nothing from other servers and runs no script. */
export function layout({ title, body, width = 'narrow' }: Layout): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title === 'Quipu' ? title : `${title} · Quipu`}</title>
        <link rel="icon" href="${cordIcon}" />
        <style>
          ${trusted(pageStyle)}
        </style>
      </head>
      <body class="${width}">
        <header>${cordMark()}<span>Quipu</span></header>
        <main>${body}</main>
      </body>
    </html> `
  return document.text
}
