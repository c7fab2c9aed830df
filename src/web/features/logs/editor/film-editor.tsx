import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withTexts } from '#web/i18n/index.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import type { SessionUser } from '#web/lib/session.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import { editLinkOf } from '#web/features/logs/film-log.tsx'
import { logQuery } from '#web/features/logs/logs.api.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'

const LogEditor = onDemand(
  async () => (await withTexts(import('./log-editor.tsx'), 'steps', 'app')).LogEditor,
)

interface FilmEditorProps {
  film: FilmPage
  member: SessionUser
  /** The member wants to make a new log. */
  logging: boolean
  onClose: () => void
}

/** The log that the address wants to change (`?edit=1&logId=`), or null. */
export function editedLogOf(address: URLSearchParams): string | null {
  return address.get('edit') === '1' ? address.get('logId')?.toLowerCase() || null : null
}

/**
 * The editor of a new log, or of the one that the address names. Nothing opens for a log that is not there,
 * of another member or of another film.
 */
export function FilmEditor({ film, member, logging, onClose }: FilmEditorProps) {
  const { search, choose } = useAddressChoice()
  const editedLog = editedLogOf(search)
  const { data: log } = useQuery({ ...logQuery(editedLog ?? ''), enabled: editedLog !== null })
  useEffect(() => {
    // Loaded ahead, with what it is drawn with: the network may be gone by the time the member wants to write.
    const loadAhead = async () => {
      await LogEditor.loadAhead()
      await Sheet.loadAhead()
    }
    loadAhead().catch(() => undefined)
  }, [])
  const editable = editedLog !== null && log?.user._id === member._id && log.tmdbId === film.id ? log : null
  if (!logging && editable === null) return null
  const close = () => {
    onClose()
    if (editedLog === null) return
    choose({ edit: '', logId: '' })
  }
  return (
    <LogEditor
      key={editable?._id ?? 'new'}
      userId={member._id}
      film={{
        id: film.id,
        title: film.title,
        poster: film.posterOverride ?? film.poster,
        backdrop: film.backdrop_path,
        isFavorite: film.isFavorite,
      }}
      {...(editable && { log: editable, finalFocus: () => editLinkOf(film.id, editable._id) })}
      onClose={close}
    />
  )
}
