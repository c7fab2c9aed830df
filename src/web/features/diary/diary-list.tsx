import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Heart, MessageSquareText, Pencil, Repeat2, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { kindOf, monthOf } from '#shared/diary-period.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { AudienceMark } from '#web/features/audiences/audience-mark.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useLinkItems } from '#web/features/links/use-link-items.tsx'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { useDeleteLog } from '#web/features/logs/use-delete-log.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { extendsItself, FailedPage } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate, formatMonth, formatNumber, formatWeekday } from '#web/lib/format.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { useGridPlace } from '#web/lib/grid-place.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { useRowFocus } from '#web/ui/focus.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { VirtualList, type ListPlace } from '#web/ui/lists/virtual-list.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { updateDayMutation, entriesQuery, type DiaryEntry } from './diary.api.ts'
import styles from './diary-list.module.css'

/** Where an entry leads: the review where there is one, else the film. */
export const entryPath = (entry: DiaryEntry) =>
  entry.hasReview ? paths.review(entry._id) : paths.film(entry.tmdbId)

const idOf = ({ _id }: DiaryEntry) => _id

/** CSS pixels of a row, of its tags, and of the month above it. */
const heights = { row: 84, tags: 36, month: 48 }

interface DiaryListProps {
  userId: string
  isOwner: boolean
  period: string
  /** The name of the period. */
  name: string
  /** An entry was given a day outside of the period. */
  onMovedAway: () => void
}

/** The entries of a period, the newest day first. */
export function DiaryList({ userId, isOwner, period, name, onMovedAway }: DiaryListProps) {
  const { t, locale } = useTranslation()
  const { data, ...pages } = useInfiniteQuery(entriesQuery(userId, period))
  const place = useGridPlace<ListPlace>()
  const entries = pageItems(data, idOf)
  if (pages.isPending) return <LoadingRows className={styles.waiting} count={6} height="5.25rem" />
  if (!entries) return <LoadFailed error={pages.error} onRetry={pages.refetch} />
  if (entries.length === 0)
    return (
      <p className={styles.none}>
        {kindOf(period) === 'day'
          ? t('diary.emptyDay', { day: name })
          : t('diary.emptyPeriod', { month: name })}
      </p>
    )
  const dayBefore = (at: number) => entries[at - 1]?.day ?? ''
  const beginsMonth = (entry: DiaryEntry, at: number) =>
    kindOf(period) === 'year' && monthOf(dayBefore(at)) !== monthOf(entry.day)
  return (
    <div className={styles.list}>
      <VirtualList
        label={t('diary.entries')}
        items={entries}
        keyOf={idOf}
        estimate={(entry) => heights.row + (entry.tags.length > 0 ? heights.tags : 0)}
        renderRow={(entry, at) => (
          <>
            {beginsMonth(entry, at) ? (
              <h3 className={styles.month}>
                <Link to={paths.diary(userId, monthOf(entry.day))}>
                  {formatMonth(monthOf(entry.day), locale)}
                </Link>
              </h3>
            ) : null}
            <DayRow
              userId={userId}
              isOwner={isOwner}
              entry={entry}
              beginsDay={dayBefore(at) !== entry.day}
              onDay={(day) => {
                if (!day.startsWith(period)) onMovedAway()
              }}
            />
          </>
        )}
        {...place}
        {...extendsItself(pages)}
      />
      <FailedPage pages={pages} />
    </div>
  )
}

interface DayRowProps {
  userId: string
  isOwner: boolean
  entry: DiaryEntry
  /** The first of its day. */
  beginsDay: boolean
  /** The entry has another day now. */
  onDay: (day: string) => void
}

function DayRow({ userId, isOwner, entry, beginsDay, onDay }: DayRowProps) {
  const { t, locale } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useRowFocus(menu)
  const changeDay = useChangeDay(entry, onDay)
  const items = useRowItems(entry, isOwner, () => setChanging(true))
  const year = yearOf(entry.release_date)
  return (
    <article className={styles.row} aria-label={entry.title}>
      <time className={styles.day} dateTime={entry.day} title={formatDate(entry.day, locale)}>
        <VisuallyHidden>{formatWeekday(entry.day, locale)}</VisuallyHidden>
        {beginsDay ? (
          <span aria-hidden="true">{formatNumber(Number(entry.day.slice(8)), locale)}</span>
        ) : null}
      </time>
      <span>
        <FilmPoster film={entry} sizes="44px" alt="" />
      </span>
      <div className={styles.words}>
        <Link className={styles.film} to={entryPath(entry)}>
          <FilmTitle film={entry} className={styles.title} />{' '}
          {year === '' ? null : <span className={styles.year}>{year}</span>}
        </Link>
        <span className={styles.facts}>
          <StarRating
            value={entry.rating}
            size="sm"
            label={t('common.stars', { value: entry.rating ?? 0 })}
          />
          <Marks entry={entry} />
          <AudienceMark audience={entry.audience} />
        </span>
        {isChanging ? (
          <DayField
            entry={entry}
            onDone={(day) => {
              setChanging(false)
              menu.current?.querySelector('button')?.focus()
              if (day !== null) void changeDay(day)
            }}
          />
        ) : null}
      </div>
      <div ref={menu} className={styles.menu}>
        <Menu
          label={t('diary.actions', { title: entry.title, day: formatDate(entry.day, locale) })}
          items={items}
        />
      </div>
      {entry.tags.length === 0 ? null : (
        <div className={styles.tags}>
          <TagList label={t('log.tags')} tags={entry.tags} to={(tag) => paths.tag(userId, tag)} />
        </div>
      )}
    </article>
  )
}

function Marks({ entry }: { entry: DiaryEntry }) {
  const { t } = useTranslation()
  const marks = [
    {
      isThere: entry.rewatchCount > 0,
      icon: <Repeat2 size={16} />,
      label: t('log.tile.rewatched', { n: entry.rewatchCount }),
    },
    {
      isThere: entry.isFavorite,
      icon: <Heart size={16} className={styles.heart} />,
      label: t('profile.filmsTab.favorite'),
    },
    { isThere: entry.hasReview, icon: <MessageSquareText size={16} />, label: t('log.tile.hasReview') },
  ]
  return marks.map(({ isThere, icon, label }) =>
    isThere ? (
      <span key={label} className={styles.mark} role="img" aria-label={label} title={label}>
        {icon}
      </span>
    ) : null,
  )
}

interface DayFieldProps {
  entry: DiaryEntry
  /** With the day that was chosen; null to leave it as it is. */
  onDone: (day: string | null) => void
}

/** The watched day in its row: leaving the field saves it, Escape does not. */
function DayField({ entry, onDone }: DayFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState(entry.day)
  const today = useToday()
  const isOver = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const end = (isSaved: boolean) => {
    // Leaving by a key also takes the focus away.
    if (isOver.current) return
    isOver.current = true
    const isNew = day !== '' && day !== entry.day && field.current?.validity.valid === true
    onDone(isSaved && isNew ? day : null)
  }
  return (
    <input
      ref={field}
      type="date"
      className={styles.field}
      aria-label={t('diary.changeDay')}
      value={day}
      min="1870-01-01"
      max={today}
      onChange={(event) => setDay(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end(true)
        if (key === 'Escape') end(false)
      }}
    />
  )
}

/** Gives the entry another day and offers the one before. */
function useChangeDay(entry: DiaryEntry, onDay: (day: string) => void) {
  const { t } = useTranslation()
  const change = useExclusiveMutation(updateDayMutation(useQueryClient(), entry))
  const before = entry.watchedAt ?? ''
  const failed = failureToast('common.saveFailed')
  const undo = () => change.mutateAsync(before).catch(failed)
  // What follows is said even when the row has gone to another month meanwhile.
  return async (day: string) => {
    try {
      await change.mutateAsync(day)
    } catch (error) {
      failed(error)
      return
    }
    onDay(day)
    toast.show({
      text: t('log.updated'),
      action: { label: t('common.undo'), onSelect: () => void undo() },
    })
  }
}

/** What can be done with an entry, by its owner and by visitors. */
function useRowItems(entry: DiaryEntry, isOwner: boolean, onChangeDay: () => void): MenuItem[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const linkItems = useLinkItems()
  const { deleteLog } = useDeleteLog(entry.tmdbId)
  const share = linkItems({ path: entryPath(entry), title: entry.title })
  if (!isOwner) return share
  return [
    {
      label: t('diary.edit'),
      icon: <Pencil size={20} />,
      onSelect: () => void navigate(paths.logEditor(entry.tmdbId, entry._id)),
    },
    { label: t('diary.changeDay'), icon: <CalendarDays size={20} />, onSelect: onChangeDay },
    ...share,
    {
      label: t('diary.delete'),
      icon: <Trash2 size={20} />,
      danger: true,
      onSelect: () => void deleteLog(entry._id, t('diary.deleteText')),
    },
  ]
}
