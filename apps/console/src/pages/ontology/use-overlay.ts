import type { AnswerOf } from '../../api/answers.ts'
import { client, type paths } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAction, type Action } from '../../ui/use-action.ts'

export type Ontology = AnswerOf<'/api/data-agent/ontologies/{ontology_id}'>
export type Overlay = NonNullable<
  paths['/api/data-agent/ontologies/{ontology_id}']['patch']['requestBody']['content']['application/json']['overlay']
>

export interface OverlayEdit {
  readonly action: Action
  /** Resolves to whether it was saved. */
  readonly keep: (changes: Partial<Overlay>) => Promise<boolean>
}

/** Saves the overlay of a person. The server checks it; a refusal is shown with its place. */
export function useOverlay({ id, overlay }: Ontology): OverlayEdit {
  const action = useAction()
  const refresh = useRefresh()
  const keep = (changes: Partial<Overlay>) =>
    action.run(async () => {
      await client.PATCH('/api/data-agent/ontologies/{ontology_id}', {
        params: { path: { ontology_id: id } },
        body: { overlay: { ...overlay, ...changes } },
      })
      await refresh('/api/data-agent/ontologies/{ontology_id}')
      toast('Saved')
    })
  return { action, keep }
}

/** Typed words, separated by commas. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()).filter((word) => word !== ''))] // prettier-ignore
}
