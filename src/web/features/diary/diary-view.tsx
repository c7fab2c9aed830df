import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { kindOf, monthOf, stepPeriod, yearOf } from '#shared/diary-period.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { LogButton } from '#web/features/logs/dialog/log-button.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import type { Locale } from '#shared/locale.ts'
import { formatDate, formatMonth, localDay } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useIsOwner } from '#web/lib/viewed-as.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { useBack } from '#web/lib/use-back.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PlaysCard } from '#web/features/players/plays-card.tsx'
import { WaitingRows } from '#web/features/offline/waiting-rows.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { DiaryCalendar } from './diary-calendar.tsx'
import { diaryViews, useDiaryChoice } from './diary-choice.ts'
import { DiaryList } from './diary-list.tsx'
import { DiaryYears, OnThisDay, Undated } from './diary-rail.tsx'
import { diaryQuery, shownPeriod, type Diary } from './diary.api.ts'
import link from '#web/ui/actions/text-link.module.css'
import { classNames } from '#web/ui/class-names.ts'
import styles from './diary-view.module.css'

interface DiaryViewProps {
  userId: string
  /** A year, a month or a day; the newest month with entries where the address names none. */
  period: string | undefined
}

/** What a member watched, day by day. */
export function DiaryView({ userId, period: named }: DiaryViewProps) {
  const { t } = useTranslation()
  const back = useBack(paths.profile(userId))
  const { data: member } = useQuery(memberQuery(userId))
  const { data: diary, error, isPending, refetch } = useQuery(diaryQuery(userId))
  const isOwner = useIsOwner(userId)
  usePageTitle(
    isOwner || !member ? t('diary.title') : t('diary.of', { name: isolated(`@${member.username}`) }),
  )
  const period = named ?? shownPeriod(diary)
  return (
    <>
      <TopBar
        title={
          isOwner || !member ? (
            t('diary.title')
          ) : (
            <TextWithSlot text={t('diary.of', { name: slot })}>
              <bdi>@{member.username}</bdi>
            </TextWithSlot>
          )
        }
        onBack={back}
      />
      <div className={styles.page}>
        {error && !diary ? (
          <LoadFailed error={error} unknown={t('errors.member.not_found')} onRetry={refetch} />
        ) : isPending || !diary || period === undefined ? (
          <LoadingRows className={styles.waiting} count={6} height="5.25rem" />
        ) : diary.months.length === 0 && named === undefined ? (
          <EmptyState
            drawing="page"
            text={t('diary.empty')}
            action={isOwner ? <LogButton shape="pill" /> : null}
          />
        ) : (
          <Period userId={userId} isOwner={isOwner} diary={diary} period={period} />
        )}
      </div>
    </>
  )
}

interface PeriodProps {
  userId: string
  isOwner: boolean
  diary: Diary
  period: string
}

function Period({ userId, isOwner, diary, period }: PeriodProps) {
  const { t, locale } = useTranslation()
  const [view, setView] = useDiaryChoice()
  const isWide = useMediaQuery('(min-width: 1280px)')
  const heading = useRef<HTMLHeadingElement>(null)
  const kind = kindOf(period)
  const name = nameOf(period, locale)
  const logs = diary.months.reduce((sum, one) => sum + (one.month.startsWith(period) ? one.logs : 0), 0)
  const onThisDay = <OnThisDay entries={diary.onThisDay} />
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <div className={styles.bar}>
          <h2 ref={heading} className={styles.name} tabIndex={-1}>
            {name}
          </h2>
          {kind === 'day' ? (
            <Link className={classNames(link.link, styles.parent)} to={paths.diary(userId, monthOf(period))}>
              {formatMonth(monthOf(period), locale)}
            </Link>
          ) : (
            <>
              <span className={styles.count} role="status">
                {t('diary.logs', { count: logs })}
              </span>
              <Steps userId={userId} diary={diary} period={period} />
            </>
          )}
        </div>
        <div className={styles.choices}>
          {kind === 'month' ? (
            <ToggleGroup
              label={t('diary.view')}
              value={view}
              onChange={setView}
              options={diaryViews.map((value) => ({ value, label: t(`diary.views.${value}`) }))}
            />
          ) : null}
          <Jump userId={userId} diary={diary} period={period} />
        </div>
        {isWide || diary.onThisDay.length === 0 ? null : (
          <details className={styles.fold}>
            <summary>{t('diary.onThisDay')}</summary>
            {onThisDay}
          </details>
        )}
        {isOwner ? (
          <>
            <PlaysCard />
            <WaitingRows of={(change) => change.kind === 'log'} />
          </>
        ) : null}
        {kind === 'month' && view === 'calendar' ? (
          <DiaryCalendar userId={userId} month={period} last={lastMonth(diary)} />
        ) : (
          <DiaryList
            key={period}
            userId={userId}
            isOwner={isOwner}
            period={period}
            name={name}
            onMovedAway={() => heading.current?.focus()}
          />
        )}
      </div>
      {isWide ? (
        <aside className={styles.rail}>
          {diary.onThisDay.length === 0 ? null : (
            <section aria-labelledby="on-this-day">
              <h2 id="on-this-day">{t('diary.onThisDay')}</h2>
              {onThisDay}
            </section>
          )}
          <section aria-labelledby="diary-years">
            <h2 id="diary-years">{t('diary.years')}</h2>
            <DiaryYears userId={userId} months={diary.months} />
          </section>
          <Undated userId={userId} count={diary.undated} />
        </aside>
      ) : null}
    </div>
  )
}

function nameOf(period: string, locale: Locale): string {
  const kind = kindOf(period)
  if (kind === 'year') return period
  return kind === 'month' ? formatMonth(period, locale) : formatDate(period, locale)
}

/** The present month, or a later one that has entries. */
function lastMonth({ months }: Diary): string {
  const present = monthOf(localDay(new Date()))
  const newest = months[0]?.month ?? present
  return newest > present ? newest : present
}

/** To the period before and the one after, between the first entry and today. */
function Steps({ userId, diary, period }: Omit<PeriodProps, 'isOwner'>) {
  const { t, locale } = useTranslation()
  const first = diary.months.at(-1)?.month ?? period
  const steps = [
    { by: -1, label: 'diary.previous', icon: <ChevronLeft data-mirror="" /> },
    { by: 1, label: 'diary.next', icon: <ChevronRight data-mirror="" /> },
  ] as const
  return (
    <span className={styles.steps}>
      {steps.map(({ by, label, icon }) => {
        const to = stepPeriod(period, by)
        const isThere = to >= first.slice(0, period.length) && to <= lastMonth(diary).slice(0, period.length)
        return isThere ? (
          <Link
            key={by}
            className={styles.step}
            to={paths.diary(userId, to)}
            preventScrollReset
            aria-label={t(label, { period: nameOf(to, locale) })}
          >
            {icon}
          </Link>
        ) : (
          <span key={by} className={styles.noStep} aria-hidden="true">
            {icon}
          </span>
        )
      })}
    </span>
  )
}

const PopoverPanel = onDemand(async () => (await import('#web/ui/overlays/popover-panel.tsx')).PopoverPanel)

/** Any year and month that has entries: beside its button on a desk, else in a sheet. */
function Jump({ userId, diary, period }: Omit<PeriodProps, 'isOwner'>) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const isDesk = useMediaQuery('(min-width: 1024px)')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const label = t('diary.jump')
  const choices = (
    <>
      <DiaryYears userId={userId} months={diary.months} current={yearOf(period)} onChoose={close} />
      <Undated userId={userId} count={diary.undated} />
    </>
  )
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen((now) => !now)}
      >
        {label}
      </Button>
      {isDesk ? (
        <PopoverPanel anchor={button} label={label} open={isOpen} onClose={close}>
          {choices}
        </PopoverPanel>
      ) : (
        <Sheet open={isOpen} onClose={close} title={label}>
          {choices}
        </Sheet>
      )}
    </>
  )
}
