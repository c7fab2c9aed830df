import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Figures } from '#shared/api/statistics.ts'
import { commonAudiences, type CommonAudience } from '#shared/audience.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { AudiencePicker } from '#web/features/audiences/audience-picker.tsx'
import { audiencesQuery, updateAudienceMutation } from '#web/features/audiences/audiences.api.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { WayOn } from '#web/features/paging/ways-on.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useIsOwner } from '#web/lib/viewed-as.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { BestFilms, FarFromAverage, MarkedFilms } from './film-figures.tsx'
import { MapCard } from './map-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { ShareCard } from './share-card.tsx'
import { statisticsQuery } from './statistics.api.ts'
import { DaysCard, DecadesCard, PartsCard, PeriodsCard, RatingsCard, WeekdaysCard } from './time-cards.tsx'
import styles from './statistics.module.css'

interface StatisticsViewProps {
  userId: string
  /** All time when left out. */
  year: number | undefined
  onYear: (year: number | undefined) => void
  onBack: () => void
}

/** Films from which on figures say something. */
const enough = 5

/** From December on a year is looked back at. */
const isReviewed = (year: number, now: Date) =>
  year < now.getFullYear() || (year === now.getFullYear() && now.getMonth() === 11)

/** What a member's films come to. */
export function StatisticsView({ userId, year, onYear, onBack }: StatisticsViewProps) {
  const { t, locale } = useTranslation()
  const { data: member } = useQuery(memberQuery(userId))
  const {
    data,
    error,
    isPending,
    refetch,
    dataUpdatedAt: updatedAt,
  } = useQuery({
    ...statisticsQuery(userId, year),
    placeholderData: keepPreviousData,
  })
  const isOwner = useIsOwner(userId)
  const heading =
    member && !isOwner
      ? t('stats.of', { name: isolated(member.name ?? `@${member.username}`) })
      : t('stats.title')
  usePageTitle(heading)
  const years = data?.years ?? []
  const figures = data?.figures ?? null
  return (
    <>
      <TopBar
        title={<bdi>{heading}</bdi>}
        onBack={onBack}
        action={isOwner ? <StatisticsAudience memberId={userId} /> : undefined}
      />
      <div className={styles.page} aria-busy={isPending || (data?.isCounting && !figures)}>
        {years.length > 0 || year !== undefined ? (
          <div className={styles.years}>
            <ToggleGroup
              label={t('stats.year')}
              value={String(year ?? 'all')}
              onChange={(value) => onYear(value === 'all' ? undefined : Number(value))}
              options={[
                { value: 'all', label: t('stats.allTime') },
                ...[...new Set(year === undefined || years.includes(year) ? years : [year, ...years])].map(
                  (one) => ({ value: String(one), label: String(one) }),
                ),
              ]}
            />
          </div>
        ) : null}
        {isOwner && year !== undefined && isReviewed(year, new Date(updatedAt)) ? (
          <Link className={styles.reviewLink} to={paths.yearReview(userId, year)}>
            {t('yearReview.title', { year })}
          </Link>
        ) : null}
        {data?.isCounting ? (
          <p className={styles.counting} role="status">
            {t('stats.counting')}
          </p>
        ) : null}
        {figures ? (
          <FiguresOf figures={figures} userId={userId} year={year} isOwner={isOwner} />
        ) : isPending || data?.isCounting ? (
          <Waiting />
        ) : data ? (
          <EmptyState
            drawing="curtain"
            text={t('stats.notShown')}
            action={<WayOn to={paths.profile(userId)} text="stats.profile" />}
          />
        ) : (
          <LoadFailed error={error} unknown={t('errors.member.not_found')} onRetry={refetch} />
        )}
        {data?.computedAt ? (
          <p className={styles.foot}>{t('stats.counted', { day: formatDate(data.computedAt, locale) })}</p>
        ) : null}
      </div>
    </>
  )
}

/** Whom one's own figures are for. */
function StatisticsAudience({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const { data: choices } = useQuery(audiencesQuery(memberId))
  const change = useMutation(updateAudienceMutation(useQueryClient(), memberId))
  const present = commonAudiences.find((audience) => audience === choices?.audiences.statistics)
  if (present === undefined || !isOnline) return null
  const choose = (audience: CommonAudience) => {
    if (change.isPending || audience === present) return
    change.mutate(
      { kind: 'statistics', audience, existing: false },
      {
        onSuccess: () => toast.success(t('audiences.saved')),
        onError: failureToast('common.saveFailed'),
      },
    )
  }
  return <AudiencePicker label={t('audiences.label')} value={present} onChange={choose} />
}

function FiguresOf({
  figures,
  userId,
  year,
  isOwner,
}: {
  figures: Figures
  userId: string
  year: number | undefined
  isOwner: boolean
}) {
  const { t, locale } = useTranslation()
  const tiles = {
    films: figures.films,
    hours: Math.round(figures.minutes / 60),
    streak: figures.streak?.days ?? 0,
    rewatches: figures.rewatches,
    reviews: figures.reviews,
    countries: figures.countries.length,
  }
  return (
    <>
      <dl className={styles.tiles}>
        {(Object.keys(tiles) as (keyof typeof tiles)[]).map((name) => (
          <div key={name} className={styles.tile}>
            <dt>{t(`stats.tiles.${name}`, { count: tiles[name] })}</dt>
            <dd>{formatNumber(tiles[name], locale)}</dd>
          </div>
        ))}
      </dl>
      {figures.films < enough ? (
        <EmptyState
          drawing="page"
          text={t('stats.few')}
          action={isOwner ? <LogButton shape="pill" /> : undefined}
        />
      ) : (
        <div className={styles.cards}>
          <PeriodsCard figures={figures} year={year} />
          <RatingsCard figures={figures} />
          <WeekdaysCard figures={figures} />
          <DecadesCard figures={figures} />
          {year === undefined ? null : <DaysCard figures={figures} year={year} />}
          <MapCard figures={figures} />
          <ShareCard kind="genres" figures={figures} />
          <ShareCard kind="countries" figures={figures} />
          <ShareCard kind="languages" figures={figures} />
          <PartsCard figures={figures} year={year} />
          <ShareCard kind="directors" figures={figures} />
          <ShareCard kind="actors" figures={figures} />
          {year === undefined ? <ProgressCard userId={userId} /> : null}
          <BestFilms figures={figures} />
          <FarFromAverage figures={figures} />
          <MarkedFilms figures={figures} />
        </div>
      )}
    </>
  )
}

/** In the sizes of what comes. */
function Waiting() {
  return (
    <>
      <div className={styles.tiles} aria-hidden="true">
        {Array.from({ length: 6 }, (_, tile) => (
          <Skeleton key={tile} height="4.5rem" radius="var(--radius-card)" />
        ))}
      </div>
      <div className={styles.cards} aria-hidden="true">
        {Array.from({ length: 6 }, (_, card) => (
          <Skeleton key={card} height="19rem" radius="var(--radius-card)" />
        ))}
      </div>
    </>
  )
}
