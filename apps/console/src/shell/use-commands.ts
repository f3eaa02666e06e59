import { useMemo } from 'react'
import { go } from '../navigation/history.ts'
import { toast } from '../ui/toasts.tsx'
import type { ShellCommand } from './find-commands.ts'
import type { PageEntry } from './page-entry.ts'
import { useTheme } from './theme.ts'

/** The commands of the palette: the pages, and the actions that are available everywhere. */
export function useCommands(pages: readonly PageEntry[]): readonly ShellCommand[] {
  const [, setTheme] = useTheme()
  return useMemo(
    () => [
      ...pages.map(({ path, title, words = '' }) => ({ id: path, title, words, run: () => go(path) })),
      {
        id: 'copy-address',
        title: 'Copy the MCP address',
        words: 'connect url assistant',
        run: () => {
          const address = `${window.location.origin}/mcp`
          navigator.clipboard?.writeText(address).then(
            () => toast(`Copied ${address}`),
            () => toast(`The MCP address is ${address}`),
          )
        },
      },
      { id: 'light', title: 'Light colours', words: 'theme', run: () => setTheme('light') },
      { id: 'dark', title: 'Dark colours', words: 'theme', run: () => setTheme('dark') },
      { id: 'auto', title: 'Colours as the system', words: 'theme auto', run: () => setTheme('auto') },
      {
        id: 'help',
        title: 'Help: the documentation',
        words: 'docs manual how',
        run: () => window.location.assign('/docs/'),
      },
      {
        id: 'sign-out',
        title: 'Sign out',
        words: 'leave log out',
        run: () => window.location.assign('/account'),
      },
    ],
    [pages, setTheme],
  )
}
