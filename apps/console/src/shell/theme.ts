import { useSyncExternalStore } from 'react'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const place = 'quipu.theme'
const listeners = new Set<() => void>()

/** Kept in this browser. `auto` follows the system. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), setTheme]
}

/** Runs before the first paint, so that no page flashes in the other colours. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function setTheme(theme: Theme): void {
  window.localStorage.setItem(place, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

function readTheme(): Theme {
  const kept = window.localStorage.getItem(place)
  return themes.find((theme) => theme === kept) ?? 'auto'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
