import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#shared/paths.ts'
import { DailyFilmCard } from '#web/features/films/daily-film-card.tsx'
import { FilmGrid } from '#web/features/films/film-grid.tsx'
import { dailyFilmQuery, trendingQuery } from '#web/features/films/films.api.ts'
import { FeedPager, preloadFeed } from '#web/features/logs/feed-pager.tsx'
import { endingYearKey, prefetchHome } from '#web/features/home/home.api.ts'
import { RailSkeleton, WordsSkeleton } from '#web/features/home/home-skeletons.tsx'
import { LogBar } from '#web/features/logs/dialog/log-button.tsx'
import { feedQuery } from '#web/features/logs/logs.api.ts'
import { playsQuery } from '#web/features/players/plays.api.ts'
import { YearEntry } from '#web/features/statistics/year-entry.tsx'
import { useWelcomeStep } from '#web/features/welcome/welcome-state.ts'
import { needTexts, useTranslation, withTexts } from '#web/i18n/index.ts'
import { ShownAsEmpty } from '#web/features/paging/load-failed.tsx'
import { FindPeople } from '#web/features/paging/ways-on.tsx'
import { localDay } from '#web/lib/format.ts'
import { whenIdle, whenUsed } from '#web/lib/page-load.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { avatarUrl } from '#web/lib/pictures.ts'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember, type SessionUser } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/feedback/skeleton.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { PicturesWanted, useNear } from '#web/ui/near.tsx'
import styles from './home.module.css'

/** Films. */
const previewed = 8

// What is not in sight when the screen opens comes after it.
const HomeWords = lazy(async () => {
  const { HomeWords: words } = await import('#web/features/home/home-words.tsx')
  return { default: words }
})
const PlaysCard = lazy(async () => {
  const { PlaysCard: card } = await withTexts(import('#web/features/players/plays-card.tsx'), 'first', 'app')
  return { default: card }
})
const HomeRail = lazy(async () => {
  const { HomeRail: rail } = await import('#web/features/home/home-rail.tsx')
  return { default: rail }
})

const loadWelcome = () => withTexts(import('#web/features/welcome/welcome.tsx'), 'first', 'app')
const WelcomeOnce = lazy(async () => ({ default: (await loadWelcome()).WelcomeOnce }))
const WelcomeRest = lazy(async () => ({ default: (await loadWelcome()).WelcomeRest }))

const trendingId = 'trending-films'

export function loader(args: LoaderFunctionArgs) {
  const queryClient = loaderQueryClient(args)
  const member = getSession()?.user
  const home = member ? prefetchHome(queryClient, member._id) : []
  if (member)
    void Promise.all(home).then(() =>
      preloadFeed(queryClient.getQueryData(feedQuery(member._id).queryKey) ?? []),
    )
  return prefetch(
    ...home,
    // One of the trending films, which are on their way.
    queryClient.prefetchQuery(dailyFilmQuery(localDay(new Date()))),
  )
}

/** Whoever goes on from here needs the other texts; whoever only looks in does not. */
const needTextsOnceUsed = () => whenUsed(() => void needTexts('first', 'app').catch(() => undefined))

export function Component() {
  const { t } = useTranslation()
  const member = useMember()
  const step = useWelcomeStep()
  const queryClient = useQueryClient()
  const hasRail = useMediaQuery('(min-width: 1024px)')
  // Only as the screen opens: what comes after that would move what is read.
  const [year] = useState(() => queryClient.getQueryData<number>(endingYearKey))
  usePageTitle(t('nav.home'))
  useEffect(needTextsOnceUsed, [])
  if (!member) return <p className={styles.waiting}>{t('common.loadingLogs')}</p>
  const daily = (
    <div className={styles.daily}>
      <DailyFilmCard />
    </div>
  )
  return (
    <>
      <LogBar />
      {step === 'rest' ? (
        <Suspense fallback={null}>
          <WelcomeRest memberId={member._id} />
        </Suspense>
      ) : step === null ? null : (
        <Suspense fallback={<div className={styles.cover} aria-busy="true" />}>
          <WelcomeOnce memberId={member._id} step={step} />
        </Suspense>
      )}
      <div className={styles.page}>
        <div className={styles.main}>
          <header className={styles.greeting}>
            <Avatar src={avatarUrl(member.avatar)} size={100} eager />
            <h1>
              <TextWithSlot text={t('home.welcome', { name: slot })}>
                <bdi>{member.username || (member.name ?? '')}</bdi>
              </TextWithSlot>
            </h1>
          </header>
          <Plays />
          {hasRail ? null : daily}
          <div>
            <Feed member={member} />
          </div>
          {/* Below what the page shows before the app, which it would push down. */}
          {year === undefined ? null : <YearEntry userId={member._id} year={year} />}
          <div>
            <Words member={member} />
          </div>
        </div>
        <div className={styles.rail}>
          {hasRail ? daily : null}
          <div>
            <Trending />
          </div>
          <div>
            <WhenNear>
              <WhenIdle skeleton={RailSkeleton}>
                <HomeRail memberId={member._id} />
              </WhenIdle>
            </WhenNear>
          </div>
        </div>
      </div>
    </>
  )
}

interface WhenIdleProps {
  skeleton: typeof RailSkeleton
  children: ReactNode
}

/** What may wait until the browser has nothing more urgent to do. */
function WhenIdle({ skeleton: Skeleton, children }: WhenIdleProps) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle ? <Suspense fallback={<Skeleton />}>{children}</Suspense> : <Skeleton busy={false} />
}

/** What is far below on a phone, and beside the feed on a desk. */
function WhenNear({ children }: { children: ReactNode }) {
  const [box, isNear] = useNear<HTMLDivElement>()
  return <div ref={box}>{isNear ? children : <RailSkeleton busy={false} />}</div>
}

function Words({ member }: { member: SessionUser }) {
  const { data: logs, isError } = useQuery(feedQuery(member._id))
  return (
    <WhenIdle skeleton={WordsSkeleton}>
      {logs || isError ? <HomeWords memberId={member._id} tiles={logs?.length ?? 0} /> : <WordsSkeleton />}
    </WhenIdle>
  )
}

/** What waits for its stars; its code comes where something does. */
function Plays() {
  const { data: plays = [] } = useQuery(playsQuery())
  return plays.length === 0 ? null : (
    <div>
      <Suspense fallback={<Skeleton height="11rem" radius="var(--radius-card)" />}>
        <PlaysCard />
      </Suspense>
    </div>
  )
}

function Trending() {
  const { t } = useTranslation()
  const { data: films, isPending, refetch } = useQuery(trendingQuery())
  const [box, isNear] = useNear<HTMLDivElement>()
  const nothing = <EmptyState drawing="strip" text={t('home.trendingEmpty')} small />
  return (
    <Section
      id={trendingId}
      title={t('home.trending')}
      action={<Link to={paths.trending()}>{t('common.more')}</Link>}
    >
      <div ref={box}>
        {isPending ? (
          <SkeletonGrid count={previewed} columns={4} />
        ) : films === undefined ? (
          <ShownAsEmpty onRetry={refetch} small>
            {nothing}
          </ShownAsEmpty>
        ) : films.length > 0 ? (
          <PicturesWanted value={isNear}>
            <FilmGrid films={films.slice(0, previewed)} variant="compact" />
          </PicturesWanted>
        ) : (
          nothing
        )}
      </div>
    </Section>
  )
}

function Feed({ member }: { member: SessionUser }) {
  const { t } = useTranslation()
  const { data: logs, isError, refetch } = useQuery(feedQuery(member._id))
  const feed = <FeedPager logs={logs ?? (isError ? [] : undefined)} emptyAction={<FindPeople />} />
  return (
    <>
      <a className={styles.skip} href={`#${trendingId}`}>
        {t('home.skipFeed')}
      </a>
      <h2 className={styles.heading}>
        <Link className={styles.all} to={paths.friendsActivity()}>
          {t('home.recent')}
          <ChevronRight aria-hidden="true" size={20} data-mirror="" />
        </Link>
      </h2>
      {logs === undefined && isError ? (
        <ShownAsEmpty onRetry={refetch} small>
          {feed}
        </ShownAsEmpty>
      ) : (
        feed
      )}
    </>
  )
}
