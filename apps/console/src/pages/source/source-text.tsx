import { useEffect, useRef } from 'react'
import { MarkedText } from '../../truth/marked-text.tsx'
import { placeWords } from '../../truth/trace.ts'
import type { Source } from './page.tsx'
import { hasPicture, PagePicture } from './page-picture.tsx'

/** The text of a source with the value marked and scrolled into view; a page of a PDF or a picture with its text beside it. */
export function SourceText({ source }: { readonly source: Source }) {
  const { text, span } = source
  const place = useRef<HTMLPreElement>(null)
  useEffect(() => {
    place.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [text])
  const where = span === undefined ? '' : placeWords(span)
  const isPicture = hasPicture(source)
  const mark = text?.mark
  return (
    <>
      {span !== undefined && mark === undefined && (
        <p>
          <mark>{span.text}</mark>
          {where !== '' && <span className="soft"> at {where}</span>}
        </p>
      )}
      {text?.pages !== undefined && (
        <p className="small soft">
          Page {text.page} of {text.pages}
        </p>
      )}
      <div className={isPicture ? 'source-sides' : undefined}>
        {isPicture && <PagePicture source={source} />}
        {text === undefined ? (
          !isPicture && <p className="soft">No text of it is kept.</p>
        ) : (
          <pre className="source-text" tabIndex={0} role="region" aria-label="Text of the source" ref={place}>
            {text.before > 0 && '… '}
            {mark === undefined ? (
              text.text
            ) : (
              <MarkedText text={text.text} from={mark[0] ?? 0} to={mark[1] ?? 0} />
            )}
            {text.after > 0 && ' …'}
          </pre>
        )}
      </div>
    </>
  )
}
