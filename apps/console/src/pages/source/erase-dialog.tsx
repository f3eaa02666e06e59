import { client } from '../../api/client.ts'
import { go } from '../../navigation/history.ts'
import { sourceName } from '../../truth/source-name.ts'
import { useTruthRefresh } from '../../truth/use-truth-refresh.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Source } from './page.tsx'

/** Shows what will be removed with a source before it is erased. */
export function EraseDialog({ source, onClose }: { readonly source: Source; readonly onClose: () => void }) {
  const refresh = useTruthRefresh()
  const { observations, entities_gone: gone, names, entities_changed: changed } = source.erasing
  return (
    <ConfirmDialog
      title={`Erase ${sourceName(source.kind, source.original_filename)}?`}
      verb="Erase for good"
      act={async () => {
        await client.POST('/api/truth/erase_source', { body: { source_id: source.id } })
      }}
      onClose={onClose}
      onDone={() => {
        toast('Erased')
        go('/app/truth?tab=sources')
        void refresh()
      }}
    >
      {source.kind === 'file' ? 'The file goes' : 'The source goes'}, with{' '}
      {count(observations, 'observation')}.{' '}
      {gone > 0 && (
        <>
          {count(gone, 'entity', 'entities')} that nothing else tells of {gone === 1 ? 'vanishes' : 'vanish'}:{' '}
          <strong>
            {names.join(', ')}
            {gone > names.length && ` and ${gone - names.length} more`}
          </strong>
          .{' '}
        </>
      )}
      {changed > 0 && `${count(changed, 'entity', 'entities')} may change. `}
      This cannot be taken back. Backups made before still hold it.
    </ConfirmDialog>
  )
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`
}
