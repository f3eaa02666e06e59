import { useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { openQueryClient } from './api/query-client.ts'
import { pages } from './pages.ts'
import { openRouter } from './shell/open-router.tsx'

export function App() {
  const [queries] = useState(openQueryClient)
  const [router] = useState(() => openRouter(pages))
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
