import { useTranslation } from 'react-i18next'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import type { Log } from '#web/features/logs/logs.api.ts'
import { paths } from '#web/lib/paths.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** What is commented on, and the way to it. */
export function ReviewLink({ log }: { log: Log }) {
  const { t } = useTranslation()
  return (
    <FilmStrip
      film={log}
      to={paths.review(log._id)}
      before={<VisuallyHidden>{t('review.title')}</VisuallyHidden>}
    >
      <bdi>@{log.user.username}</bdi>
      <StarRating value={log.rating} size="sm" label="" />
    </FilmStrip>
  )
}
