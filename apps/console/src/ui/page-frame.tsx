import { useEffect, type ReactNode } from 'react'
import { CordMark } from './cord-mark.tsx'

/** A page for reading, with our mark above the content. */
export function PageFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title)
  return (
    <div className="page">
      <header className="page-header">
        <CordMark size={36} />
        <span className="brand">Quipu</span>
        <nav aria-label="Account">
          <a href="/account">Your account</a>
        </nav>
      </header>
      <main className="card">{children}</main>
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Quipu' ? title : `${title} · Quipu`
  }, [title])
}
