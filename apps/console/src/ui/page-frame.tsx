import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  readonly title: string
  /** One or two sentences on what the page is for. */
  readonly about?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: its title, what can be done, and its content. */
export function PageFrame({ title, about, actions, children }: Props) {
  useTitle(title)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (lastPath !== window.location.pathname) main.current?.focus({ preventScroll: true })
    lastPath = window.location.pathname
  }, [])
  return (
    <main className="page" id="content" tabIndex={-1} ref={main}>
      <div className="top">
        <h1>{title}</h1>
        {actions !== undefined && <div className="top-actions">{actions}</div>}
      </div>
      {about !== undefined && <p className="about soft">{about}</p>}
      {children}
    </main>
  )
}

/**
 * The page that was shown last. Whoever uses the keyboard or listens goes on at the page that they have just opened, not
 * where the old one ended; the first page is left to the browser.
 */
let lastPath = window.location.pathname

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Quipu' ? title : `${title} · Quipu`
  }, [title])
}
