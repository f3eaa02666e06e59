import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { windows } from './build-windows.ts'

export default defineConfig({
  base: '/app/',
  plugins: [react(), windows()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no inline module and no inlined asset except images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three is one library and loads only with the scene.
    chunkSizeWarningLimit: 800,
  },
})
