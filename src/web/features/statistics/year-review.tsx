import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { yearFilms, type Figures } from '#shared/api/statistics.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { useCopyLink } from '#web/features/links/use-link-items.tsx'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ChartCard } from '#web/ui/charts/chart-figure.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { BestFilms, FarFromAverage, MarkedFilms } from './film-figures.tsx'
import { ShareCard, ShortList } from './share-card.tsx'
import { sharedYearQuery, yearKeyMutation, yearReviewQuery, type YearReview } from './statistics.api.ts'
import { PeriodsCard, RatingsCard } from './time-cards.tsx'
import { YearCover, YearNumbers } from './year-parts.tsx'
import styles from './statistics.module.css'

const YearPicture = lazy(async () => ({ default: (await import('./year-picture.tsx')).YearPicture }))

interface OwnYearProps {
  userId: string
  year: number
  onBack: () => void
}

/** One's own year, with the picture and the link that show it to others. */
export function OwnYear({ userId, year, onBack }: OwnYearProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(yearReviewQuery(userId, year))
  return (
    <YearPage year={year} review={data} error={error} onRetry={refetch} onBack={onBack} isOwner>
      {data?.figures ? (
        <ChartCard title={t('yearReview.share')}>
          <PictureButton review={data} figures={data.figures} />
          <LinkActions userId={userId} year={year} shareKey={data.key} />
        </ChartCard>
      ) : null}
    </YearPage>
  )
}

interface SharedYearProps {
  shareKey: string
  year: number
  /** Left out for guests: nothing lies behind. */
  onBack: (() => void) | undefined
}

/** The year that a link shows; nothing without its key. */
export function SharedYear({ shareKey, year, onBack }: SharedYearProps) {
  const { data, error, refetch } = useQuery(sharedYearQuery(shareKey === '' ? '-' : shareKey))
  return <YearPage year={data?.year ?? year} review={data} error={error} onRetry={refetch} onBack={onBack} />
}

interface YearPageProps {
  year: number
  review: YearReview | undefined
  error: Error | null
  onRetry: () => unknown
  onBack: (() => void) | undefined
  isOwner?: boolean
  children?: ReactNode
}

function YearPage({ year, review, error, onRetry, onBack, isOwner = false, children }: YearPageProps) {
  const { t } = useTranslation()
  const title = Number.isNaN(year)
    ? t('stats.title')
    : review && !isOwner
      ? t('yearReview.of', { year, name: isolated(`@${review.member.username}`) })
      : t('yearReview.title', { year })
  usePageTitle(title)
  return (
    <>
      <TopBar title={<bdi>{title}</bdi>} onBack={onBack} />
      <div className={styles.review} aria-busy={!review && !error}>
        {review?.isCounting ? (
          <p className={styles.counting} role="status">
            {t('stats.counting')}
          </p>
        ) : null}
        {review?.figures ? (
          <Year review={review} figures={review.figures} isOwner={isOwner}>
            {children}
          </Year>
        ) : error && !review ? (
          <LoadFailed error={error} unknown={t('errors.year.not_found')} onRetry={onRetry} />
        ) : (
          ['20rem', '5rem', '16rem', '17rem'].map((height) => (
            <Skeleton key={height} height={height} radius="var(--radius-card)" />
          ))
        )}
      </div>
    </>
  )
}

interface YearProps {
  review: YearReview
  figures: Figures
  isOwner: boolean
  children: ReactNode
}

function Year({ review, figures, isOwner, children }: YearProps) {
  const { t } = useTranslation()
  if (figures.films < yearFilms)
    return (
      <EmptyState
        drawing="cards"
        text={t('yearReview.few', { count: figures.films })}
        action={isOwner ? <LogButton shape="pill" /> : undefined}
      />
    )
  return (
    <>
      <YearCover review={review} figures={figures} />
      <YearNumbers figures={figures} />
      <PeriodsCard figures={figures} year={review.year} />
      <BestFilms figures={figures} />
      <MarkedFilms figures={figures} />
      <ShareCard kind="directors" figures={figures} />
      <ShareCard kind="actors" figures={figures} />
      <div className={styles.shortLists}>
        <ShortList kind="genres" figures={figures} />
        <ShortList kind="countries" figures={figures} />
        <ShortList kind="languages" figures={figures} />
      </div>
      <RatingsCard figures={figures} />
      <FarFromAverage figures={figures} />
      {children}
    </>
  )
}

/** Opens the picture of the year. */
function PictureButton({ review, figures }: { review: YearReview; figures: Figures }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.linkActions}>
      <Button onClick={() => setOpen(true)}>{t('yearReview.makePicture')}</Button>
      {open ? (
        <Suspense fallback={null}>
          <YearPicture review={review} figures={figures} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Makes the link, copies it and takes it back. */
function LinkActions({ userId, year, shareKey }: { userId: string; year: number; shareKey: string | null }) {
  const { t } = useTranslation()
  const copyLink = useCopyLink()
  const change = useMutation(yearKeyMutation(useQueryClient(), userId, year))
  const failed = failureToast('common.saveFailed')
  const copy = (key: string) => copyLink(paths.yearReview(userId, year, key))
  const share = () => change.mutate(true, { onSuccess: (key) => void (key && copy(key)), onError: failed })
  const revoke = async () => {
    const sure = await confirmDanger({
      title: t('yearReview.revokeQuestion'),
      text: t('yearReview.revokeText'),
      confirmLabel: t('yearReview.revoke'),
    })
    if (sure)
      change.mutate(false, { onSuccess: () => toast.success(t('yearReview.revoked')), onError: failed })
  }
  // After a change one of them stands in the place of the button that was pressed.
  return (
    <>
      <p className={styles.fact}>{t(shareKey === null ? 'yearReview.shareHint' : 'yearReview.anyone')}</p>
      {shareKey === null ? (
        <div className={styles.linkActions}>
          <Button
            ref={change.isSuccess ? takeFocus : undefined}
            variant="secondary"
            busy={change.isPending}
            onClick={share}
          >
            {t('yearReview.makeLink')}
          </Button>
        </div>
      ) : (
        <div className={styles.linkActions}>
          <Button
            ref={change.isSuccess ? takeFocus : undefined}
            variant="secondary"
            onClick={() => void copy(shareKey)}
          >
            {t('common.copyLink')}
          </Button>
          <Button variant="ghost" busy={change.isPending} onClick={() => void revoke()}>
            {t('yearReview.revoke')}
          </Button>
        </div>
      )}
    </>
  )
}
