import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme } from './shell/theme.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import './styles/base.css'
import './styles/controls.css'
import './styles/shell.css'
import './styles/kit.css'

applyTheme()
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
