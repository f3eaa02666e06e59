import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly text: string
  /** The accessible label: “Copy the address”. */
  readonly label: string
}

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({ text, label }: Props) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    if (state === 'ready') return undefined
    const timer = window.setTimeout(() => setState('ready'), 2000)
    return () => window.clearTimeout(timer)
  }, [state])
  const copy = () => {
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <button type="button" className="button slim copy" onClick={copy} aria-label={label}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}

const words = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it by hand' } as const

/** Browsers have the clipboard API only on secure pages; elsewhere the old command copies the selection. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('The browser does not copy')
}
