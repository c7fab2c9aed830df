import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { listsQuery } from '#web/features/lists/lists.api.ts'
import { logPath } from '#web/features/logs/log-target.ts'
import { weekLogsQuery, type Log } from '#web/features/logs/logs.api.ts'
import { suggestionsQuery } from '#web/features/members/members.api.ts'
import { Suggestions } from '#web/features/members/suggestions.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { weekOf } from '#web/lib/format.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { peopleShown } from './home.api.ts'
import styles from './home.module.css'

const listsShown = 2

/** The end of the rail: one's own week, people and, where there is room, lists. */
export function HomeRail({ memberId }: { memberId: string }) {
  const isWide = useMediaQuery('(min-width: 1024px)')
  return (
    <>
      <YourWeek memberId={memberId} />
      <People memberId={memberId} />
      {isWide ? <PopularLists /> : null}
    </>
  )
}

function YourWeek({ memberId }: { memberId: string }) {
  const { t, locale } = useTranslation()
  const { data: logs, error, refetch } = useQuery(weekLogsQuery(memberId))
  const today = useToday()
  const days = weekOf(today, locale).map((day) => ({
    ...day,
    logs: logs?.filter(({ watchedAt }) => watchedAt === day.day) ?? [],
  }))
  const films = new Set(days.flatMap((day) => day.logs.map(({ tmdbId }) => tmdbId))).size
  return (
    <Section title={t('home.week.title')}>
      {error && !logs ? (
        <LoadFailed error={error} onRetry={refetch} small />
      ) : !logs ? (
        <Skeleton height="8.25rem" radius="var(--radius-card)" />
      ) : (
        <div className={styles.week}>
          <ol className={styles.days}>
            {days.map(({ day, name, short, logs: watched }) => (
              <li key={day} className={styles.day} aria-current={day === today ? 'date' : undefined}>
                <VisuallyHidden>{name}</VisuallyHidden>
                <span className={styles.dayName} aria-hidden="true">
                  {short}
                </span>
                <WeekDay day={day} logs={watched} memberId={memberId} />
              </li>
            ))}
          </ol>
          <p className={styles.sum}>
            {films === 0 ? t('home.week.empty') : t('home.week.films', { count: films })}
          </p>
        </div>
      )}
    </Section>
  )
}

/** Posters of a day. */
const postersShown = 2

/** A day's newest films; the way to the only one, or to all of them in the diary. */
function WeekDay({ day, logs, memberId }: { day: string; logs: readonly Log[]; memberId: string }) {
  const { t } = useTranslation()
  const [newest, second] = logs
  if (!newest) return <span className={styles.noFilm} aria-hidden="true" />
  const others = logs.length - postersShown
  return (
    <Link className={styles.dayFilms} to={second ? paths.diary(memberId, day) : logPath(newest)}>
      <VisuallyHidden>{logs.map(({ title }) => title).join(t('log.tile.separator'))}</VisuallyHidden>
      {logs.slice(0, postersShown).map((log) => (
        <span key={log._id} className={styles.dayFilm}>
          <FilmPoster film={log} sizes="40px" alt="" />
        </span>
      ))}
      {others > 0 ? (
        <bdi className={styles.others} aria-hidden="true">
          +{others}
        </bdi>
      ) : null}
    </Link>
  )
}

function People({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(suggestionsQuery(memberId, peopleShown))
  if (data?.length === 0) return null
  return (
    <Section title={t('home.people')}>
      <Suggestions count={peopleShown} small />
    </Section>
  )
}

function PopularLists() {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsQuery('popular'))
  const lists = pageItems(pages.data, ({ _id }) => _id)?.slice(0, listsShown) ?? []
  if (lists.length === 0) return null
  return (
    <Section title={t('home.popularLists')}>
      <ul className={styles.lists}>
        {lists.map((list) => (
          <li key={list._id}>
            <ListCard list={list} of="row" />
          </li>
        ))}
      </ul>
    </Section>
  )
}
