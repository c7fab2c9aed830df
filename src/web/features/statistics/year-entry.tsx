import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CalendarHeart, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { yearFilms } from '#shared/api/statistics.ts'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { hintClass, HintText } from '#web/ui/feedback/hint-row.tsx'
import { yearReviewQuery } from './statistics.api.ts'
import { hideOnHome } from './year-on-home.ts'
import styles from './year-entry.module.css'

export const prefetchYear = (queryClient: QueryClient, userId: string, year: number): Promise<void> =>
  queryClient.prefetchQuery(yearReviewQuery(userId, year))

/**
 * The way from the home screen to one's year, once there is enough of it. Nothing that comes after the screen has opened
 * makes it appear: it would move what is read.
 */
export function YearEntry({ userId, year }: { userId: string; year: number }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isShown, setShown] = useState(() => {
    const review = queryClient.getQueryData(yearReviewQuery(userId, year).queryKey)
    return (review?.figures?.films ?? 0) >= yearFilms
  })
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
          hideOnHome(year)
          setShown(false)
        }}
      />
    </div>
  )
}
