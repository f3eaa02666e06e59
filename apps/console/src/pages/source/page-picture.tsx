import { useEffect, useRef, useState, type ReactNode } from 'react'
import { drawPdfPage, mostPdfBytes } from './draw-pdf-page.ts'
import type { Source } from './page.tsx'

/** Whether a source has pages that can be looked at. */
export function hasPicture({ kind, mime_type: type, file_size: size }: Source): boolean {
  return (
    kind === 'file' && (type.startsWith('image/') || (type === 'application/pdf' && size <= mostPdfBytes))
  )
}

/** The page of a PDF, or a picture, with the place of the value marked. The text beside it tells the same. */
export function PagePicture({ source }: { readonly source: Source }) {
  const file = `/api/truth/sources/${source.id}/file`
  const name = source.original_filename ?? ''
  if (source.mime_type !== 'application/pdf')
    return (
      <Marked source={source}>
        <img className="source-picture" src={file} alt={`The picture ${name}`} />
      </Marked>
    )
  const page = source.span?.page ?? 1
  return <PdfPage key={page} source={source} file={file} page={page} name={`Page ${page} of ${name}`} />
}

interface PdfProps {
  readonly source: Source
  readonly file: string
  readonly page: number
  readonly name: string
}

function PdfPage({ source, file, page, name }: PdfProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      if (canvas.current === null) return
      try {
        await drawPdfPage(canvas.current, file, page, stop.signal)
        if (!stop.signal.aborted) setState('drawn')
      } catch {
        if (!stop.signal.aborted) setState('failed')
      }
    }
    void draw()
    return () => stop.abort()
  }, [file, page])
  if (state === 'failed')
    return (
      <p className="soft">
        This page cannot be drawn. Its text is shown, if it has one; save the file to see it.
      </p>
    )
  return (
    <Marked source={state === 'drawn' ? source : undefined}>
      <canvas ref={canvas} className="source-picture" role="img" aria-label={name} data-state={state} />
      {state === 'drawing' && (
        <p className="picture-note small" role="status">
          The page is being drawn …
        </p>
      )}
    </Marked>
  )
}

interface MarkedProps {
  readonly source: Source | undefined
  readonly children: ReactNode
}

function Marked({ source, children }: MarkedProps) {
  const first = useRef<HTMLSpanElement>(null)
  const boxes = source?.span?.boxes ?? []
  useEffect(() => first.current?.scrollIntoView({ block: 'center' }), [boxes.length])
  return (
    <div className="picture-frame">
      {children}
      {boxes.map(([left = 0, top = 0, width = 0, height = 0], index) => (
        <span
          key={index}
          ref={index === 0 ? first : undefined}
          className="picture-mark"
          aria-hidden="true"
          style={{ left: part(left), top: part(top), width: part(width), height: part(height) }}
        />
      ))}
    </div>
  )
}

function part(share: number): string {
  return `${share * 100}%`
}
