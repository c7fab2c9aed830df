import { CircleHelp } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import styles from './not-readable.module.css'

interface NotReadableProps {
  /** The title of what could not be read. */
  title: string
  busy: boolean
  onRetry: () => unknown
}

/** In the place of a card that could not be read; those beside it are as they are. */
export function NotReadable({ title, busy, onRetry }: NotReadableProps) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <section className={styles.card} aria-label={title}>
      <CircleHelp className={styles.icon} aria-hidden="true" />
      <p className={styles.text}>
        {title}: {online ? t('admin.unreadable') : t('common.notSaved')}
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => void onRetry()}>
        {t('common.tryAgain')}
      </Button>
    </section>
  )
}
