import { MessageSquareText, Repeat2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Audience } from '#shared/audience.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useGridCastings } from '#web/features/films/castings.tsx'
import { realReview } from '#shared/review-text.ts'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { tileSizes } from '#web/lib/first-pictures.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Age, Day } from '#web/lib/relative-time.tsx'
import { useMember } from '#web/lib/session.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { tilePath } from './log-target.ts'
import styles from './log-tile.module.css'
import type { Log, LogTile as ShortLog } from './logs.api.ts'

interface TileLog {
  _id: string
  tmdbId: number
  title: string
  poster: string | null
  posterOverride: string | null
  review: string
  rating: number | null
  rewatchCount: number
  watchedAt: string | null
  createdAt: string
  user: { _id: string; username: string; avatar: string | null }
  audience?: Audience | undefined
}

interface LogTileProps {
  log: TileLog
  /** False on a member's own profile, where every tile has the same author. */
  showAuthor?: boolean
  /** What the badge says. */
  time?: 'created' | 'watched'
  eager?: boolean
}

/** One sentence that says all that a tile shows; inner pictures and icons are silent. */
function useTileName(log: TileLog, showAuthor: boolean): string {
  const { t } = useTranslation()
  const parts = [log.title]
  const name = log.user.username
  if (log.rating !== null) {
    parts.push(t(showAuthor ? 'log.tile.ratedBy' : 'log.tile.rated', { value: log.rating, name }))
  } else if (showAuthor) {
    parts.push(t('log.tile.loggedBy', { name }))
  }
  parts.push(slot)
  if (realReview(log.review) !== '') parts.push(t('log.tile.hasReview'))
  if (log.rewatchCount > 0) parts.push(t('log.tile.rewatched', { n: log.rewatchCount }))
  return parts.join(t('log.tile.separator'))
}

/** A log as a poster: time, author, stars, review and rewatch marks. */
export function LogTile({ log, showAuthor = true, time = 'created', eager = false }: LogTileProps) {
  const name = useTileName(log, showAuthor)
  const when = <LogTime log={log} time={time} />
  const isOwn = log.user._id === useMember()?._id
  const hasReview = realReview(log.review) !== ''
  return (
    <PosterTile
      film={{ ...log, id: log.tmdbId, year: '' }}
      to={tilePath(log)}
      name={<TextWithSlot text={name}>{when}</TextWithSlot>}
      sizes={tileSizes}
      eager={eager}
      badge={<span className={styles.badge}>{when}</span>}
      marked={!isOwn}
    >
      <span className={styles.meta} aria-hidden="true">
        {showAuthor ? (
          <span className={styles.author}>
            <Avatar src={avatarUrl(log.user.avatar)} size={24} />
            <bdi className={styles.name}>{log.user.username}</bdi>
          </span>
        ) : null}
        <span className={styles.stars}>
          {log.rating === null ? null : <StarRating value={log.rating} size="sm" label="" />}
          {hasReview || log.rewatchCount > 0 ? (
            <span className={styles.icons}>
              {hasReview ? <MessageSquareText size={14} data-icon="review" /> : null}
              {log.rewatchCount > 0 ? <Repeat2 size={14} data-icon="rewatch" /> : null}
            </span>
          ) : null}
        </span>
      </span>
      {isOwn && log.audience ? (
        <Suspense fallback={null}>
          <AudienceMark audience={log.audience} />
        </Suspense>
      ) : null}
    </PosterTile>
  )
}

/** Few tiles have one. */
const AudienceMark = lazy(async () => ({
  default: (await import('#web/features/audiences/audience-mark.tsx')).AudienceMark,
}))

interface LogGridProps {
  logs: readonly (Log | ShortLog)[]
  /** `wall`: three columns on phones, as on profiles. */
  columns?: 'auto' | 'wall'
  showAuthor?: boolean
  time?: 'created' | 'watched'
  eagerCount?: number
}

export function LogGrid({ logs, columns = 'auto', eagerCount = 0, ...tile }: LogGridProps) {
  const [grid, cast] = useGridCastings(logs)
  return (
    <ul ref={grid} className={styles[columns]}>
      {logs.map((log, at) => (
        <li key={log._id} className={styles.item}>
          {cast(at, <LogTile log={log} eager={at < eagerCount} {...tile} />)}
        </li>
      ))}
    </ul>
  )
}

interface LogTimeProps {
  log: { watchedAt?: string | null; createdAt: string; seenOnly?: boolean }
  /** When it was made, or the watched day; an entry without one counts by when it was made, a mark is of no day. */
  time?: 'created' | 'watched'
  className?: string | undefined
}

export function LogTime({ log, time = 'created', className }: LogTimeProps) {
  const { t } = useTranslation()
  if (log.seenOnly) return <span className={className}>{t('log.tile.noDay')}</span>
  return time === 'watched' && log.watchedAt ? (
    <Day className={className} day={log.watchedAt} />
  ) : (
    <Age className={className} at={log.createdAt} />
  )
}
