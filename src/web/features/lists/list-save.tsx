import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { ListDetail } from './list.api.ts'
import styles from './list-save.module.css'
import { useSaveList } from './use-save-list.ts'

/** Save or Saved. Both labels lie on each other, so the width never changes. */
export function ListSave({ list }: { list: ListDetail }) {
  const { t } = useTranslation()
  const press = useSaveList(list)
  const saved = list.savedByMe
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={saved ? <BookmarkCheck className={styles.on} /> : <Bookmark />}
      aria-pressed={saved}
      onClick={press}
    >
      <VisuallyHidden>{t('list.saveName')}</VisuallyHidden>
      <span className={styles.labels} aria-hidden="true">
        <span className={saved ? styles.unseen : undefined}>{t('list.save')}</span>
        <span className={saved ? undefined : styles.unseen}>{t('list.saved')}</span>
      </span>
    </Button>
  )
}
