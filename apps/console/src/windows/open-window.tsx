import { StrictMode, useCallback, useEffect, useState, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Bridge } from './bridge.ts'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/kit.css'
import './window.css'

/** The largest height that clients give to a window. */
const mostPixels = 500

export interface ViewProps {
  /** `structuredContent` of the tool's answer. */
  readonly content: unknown
  /** The arguments of the call. */
  readonly input: Readonly<Record<string, unknown>>
  /** Has the client call a tool of the server; returns its `structuredContent`, or throws its refusal. */
  readonly call: (name: string, input: object) => Promise<unknown>
}

/** Shows the answer of a tool in the window that the client has opened for it. */
export function openWindow(View: ComponentType<ViewProps>): void {
  const root = document.getElementById('root')
  if (root === null) return
  const bridge = new Bridge(window.parent)
  const tell = () => bridge.tellSize(root.offsetWidth, Math.min(mostPixels, root.offsetHeight))
  new ResizeObserver(tell).observe(root)
  createRoot(root).render(
    <StrictMode>
      <Shown View={View} bridge={bridge} />
    </StrictMode>,
  )
}

function Shown({ View, bridge }: { readonly View: ComponentType<ViewProps>; readonly bridge: Bridge }) {
  const [content, setContent] = useState<unknown>()
  const [input, setInput] = useState<ViewProps['input']>({})
  const call = useCallback<ViewProps['call']>((name, given) => bridge.call(name, given), [bridge])
  useEffect(
    () =>
      bridge.listen({
        onInput: setInput,
        onResult: ({ structuredContent }) => setContent(structuredContent),
        onTheme: (theme) => (document.documentElement.dataset['theme'] = theme),
      }),
    [bridge],
  )
  return (
    <main className="window">
      {content === undefined ? (
        <p className="soft">Waiting for the answer …</p>
      ) : (
        <View content={content} input={input} call={call} />
      )}
    </main>
  )
}
