import { useEffect } from 'react'
import './drop.css'

/** Takes files that are dropped anywhere on the page, and reports while files are dragged over it. */
export function useDrop(onOver: (isOver: boolean) => void, onFiles: (files: FileList | null) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      onOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && onOver(false)
    const drop = (event: DragEvent) => {
      event.preventDefault()
      onOver(false)
      onFiles(event.dataTransfer?.files ?? null)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  })
}
