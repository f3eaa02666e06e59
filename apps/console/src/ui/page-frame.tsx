import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  readonly title: string
  /** One or two sentences on what the page is for. */
  readonly about?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: its title, actions and content. */
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
 * The page that was shown last. After navigation the focus moves to the new page, for people who use the keyboard or a
 * screen reader; on the first page the browser decides.
 */
let lastPath = window.location.pathname

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Quipu' ? title : `${title} · Quipu`
  }, [title])
}
