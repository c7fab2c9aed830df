import { CalendarHeart, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { storeIfRoom } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { hintClass, HintText } from '#web/ui/feedback/hint-row.tsx'
import styles from './year-entry.module.css'

/** Key in the local storage: the last year whose entry on the home screen was hidden. */
const hiddenKey = 'year-hidden'

/** The way from the home screen to one's year, until it is hidden. */
export function YearEntry({ userId, year }: { userId: string; year: number }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(() => localStorage.getItem(hiddenKey) !== String(year))
  if (!isShown) return null
  return (
    <div className={styles.entry}>
      <Link className={hintClass} to={paths.yearReview(userId, year)}>
        <HintText icon={<CalendarHeart size={20} />}>{t('home.year.title', { year })}</HintText>
      </Link>
      <IconButton
        label={t('home.year.hide')}
        icon={<X size={20} />}
        onClick={() => {
          storeIfRoom(localStorage, hiddenKey, String(year))
          setShown(false)
        }}
      />
    </div>
  )
}
