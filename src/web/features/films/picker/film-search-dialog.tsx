import { useState, type ReactNode } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import type { FilmItem } from '#shared/api/films.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { FilmPicker, type FilmChoosing } from './film-picker.tsx'

interface FilmSearchDialogProps extends Pick<FilmChoosing, 'action' | 'isAdded'> {
  open: boolean
  onClose: () => void
  onAdd: (film: FilmItem) => void
  /** What the box asks for when it opens. */
  initial?: string
  /** The title, where a film is chosen for something else than adding. */
  title?: string
  /** What has the focus after closing, where the button that opened the search may be gone by then. */
  finalFocus?: () => HTMLElement | null
  /** Below the results. */
  footer?: ReactNode
}

/** Finds films and adds them to what the screen is about. It stays open, so that several can be added. */
export function FilmSearchDialog({
  open,
  onClose,
  onAdd,
  initial,
  title,
  finalFocus,
  footer,
  action,
  isAdded,
}: FilmSearchDialogProps) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title ?? t('filmSearch.title')}
      finalFocus={finalFocus}
      footer={footer}
      size="full"
    >
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <FilmPicker
        label={t('filmSearch.label')}
        initial={initial}
        action={action ?? t('filmSearch.add')}
        {...(isAdded && { isAdded })}
        start={<EmptyState drawing="strip" text={t('filmSearch.start')} />}
        onChoose={(film) => {
          const added = isAdded?.(film.id) ?? false
          setSaid(t(added ? 'filmSearch.alreadyStatus' : 'filmSearch.addedStatus', { title: film.title }))
          if (!added) onAdd(film)
        }}
      />
    </Sheet>
  )
}
