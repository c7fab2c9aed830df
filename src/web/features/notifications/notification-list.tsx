import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import {
  countedMembers,
  notificationKinds,
  type Notification,
  type NotificationGroup,
} from '#shared/api/notifications.ts'
import { paths } from '#shared/paths.ts'
import type { LiveNotification } from '#shared/realtime.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { FindPeople } from '#web/features/paging/ways-on.tsx'
import { groupBy } from '#web/lib/group-by.ts'
import { formatNumber } from '#web/lib/numbers.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { avatarUrl, defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Poster } from '#web/ui/pictures/picture.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { markAllReadMutation, markReadMutation, notificationsQuery } from './notification-list.api.ts'
import styles from './notification-list.module.css'
import { notificationTarget, notificationText, type NotificationTarget } from './notification-rules.ts'
import { ReachCard } from './reach-card.tsx'

const skeletonRows = 8

interface NotificationListProps {
  userId: string
  /** What stands above the rows. */
  children?: ReactNode
}

/**
 * The member's notifications. Seeing them marks all as read, also those that arrive meanwhile; they keep
 * their unread look until the member leaves, so that what is new stands out.
 */
export function NotificationList({ userId, children }: NotificationListProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { search, choose } = useAddressChoice()
  const kind = notificationKinds.find((one) => one === search.get('kind')) ?? null
  const answer = useInfiniteQuery(notificationsQuery(kind))
  const { mutate: readAll } = useMutation(markAllReadMutation(queryClient, userId))
  const { mutate: markRead } = useMutation(markReadMutation(queryClient))
  const groups = pageItems(answer.data, ({ key }) => key)
  const look = useUnreadLook(groups)
  const isWide = useMediaQuery('(min-width: 1280px)')

  // Only after the list is here, and all of it: marking first, or what is not shown, would hide what is new.
  const isHere = groups !== undefined && kind === null
  useEffect(() => {
    if (isHere) readAll()
  }, [isHere, readAll])
  useRealtime('notification', (live) => {
    look.add(live)
    if (kind === null) readAll()
  })

  const open = (group: NotificationGroup) => {
    if (!look.isUnread(group)) return
    look.forget(group)
    markRead(group.count === 1 ? group.newest._id : null)
  }
  return (
    <div className={styles.columns}>
      {children}
      <div className={styles.rail}>
        <div className={styles.kinds}>
          <ToggleGroup
            label={t('notifications.kinds.label')}
            value={kind ?? 'all'}
            onChange={(next) => choose({ kind: next === 'all' ? '' : next })}
            options={(['all', ...notificationKinds] as const).map((value) => ({
              value,
              label: t(`notifications.kinds.${value}`),
            }))}
          />
        </div>
        {isWide ? <ReachCard /> : null}
      </div>
      <div className={styles.rows}>
        <PagedList
          key={kind}
          pages={answer}
          items={groups}
          skeleton={<LoadingRows count={skeletonRows} height="4.5rem" className={styles.list} />}
          empty={t(kind === null ? 'notifications.empty' : 'notifications.emptyKind')}
          drawing="curtain"
          wayOn={kind === null ? <FindPeople /> : null}
          failed={t('notifications.failed')}
          offline={t('notifications.offline')}
        >
          {(shown) =>
            [...groupBy(shown, ({ newest }) => ageOf(newest.createdAt))].map(([age, ofAge]) => (
              <section key={age} className={styles.age} aria-label={t(`notifications.ages.${age}`)}>
                <h2 className={styles.heading}>{t(`notifications.ages.${age}`)}</h2>
                <ul className={styles.list}>
                  {ofAge.map((group) => (
                    <li key={group.key}>
                      {group.parts.length > 0 ? (
                        <MemberRow group={group} look={look} onOpen={open} />
                      ) : (
                        <NotificationRow group={group} isUnread={look.isUnread(group)} onOpen={open} />
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))
          }
        </PagedList>
      </div>
    </div>
  )
}

/** How old it is, by the days of the reader's time zone. */
function ageOf(moment: string): 'today' | 'yesterday' | 'week' | 'earlier' {
  const daysAgo = (days: number) => {
    const day = new Date()
    day.setHours(0, 0, 0, 0)
    day.setDate(day.getDate() - days)
    return day.getTime()
  }
  const at = Date.parse(moment)
  if (at >= daysAgo(0)) return 'today'
  if (at >= daysAgo(1)) return 'yesterday'
  return at >= daysAgo(6) ? 'week' : 'earlier'
}

/**
 * Which rows look unread during this visit: what was unread when it was first seen, until it is opened,
 * although the server is told at once that all were read.
 */
function useUnreadLook(groups: readonly NotificationGroup[] | undefined) {
  /** The keys are those of groups and the ids of the single notifications in them. */
  const [seen, setSeen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const fresh = (groups ?? []).flatMap(({ key, read, parts }) => [
    ...(read || seen.has(key) ? [] : [key]),
    ...parts.flatMap((part) => (part.read || seen.has(part._id) ? [] : [part._id])),
  ])
  const mark = (keys: readonly string[], unread: boolean) =>
    setSeen((known) => new Map([...known, ...keys.map((key) => [key, unread] as const)]))
  // While rendering: in an effect the rows would be drawn as read for one frame.
  if (fresh.length > 0) mark(fresh, true)
  return {
    isUnread: ({ key, parts }: NotificationGroup) =>
      parts.length > 0 ? parts.some(({ _id }) => seen.get(_id) === true) : seen.get(key) === true,
    /** For what arrives live: it may be marked as read before it is drawn. */
    add: ({ _id, groupKey }: LiveNotification) => mark([_id, groupKey], true),
    forget: ({ key, newest }: NotificationGroup) => mark([key, newest._id], false),
  }
}

function pathOf(target: NotificationTarget): string {
  if (target.to === 'film') return paths.film(target.id)
  if (target.to === 'decisions') return paths.decisions()
  if (target.to === 'players') return paths.players()
  if (target.to === 'keys') return paths.keys()
  if (target.to === 'year') return paths.yearReview(target.id, target.year)
  if (target.to === 'requests') return paths.followRequests()
  if (target.to === 'profile') return paths.profile(target.id)
  if (target.to === 'evening') return paths.evening(target.id)
  if (target.to === 'list') return paths.list(target.id)
  return target.to === 'listReplies' ? paths.listReplies(target.id) : paths.review(target.id)
}

interface NotificationRowProps {
  group: NotificationGroup
  isUnread: boolean
  /** Pressed: what the row stands for is to be marked as read. */
  onOpen: (group: NotificationGroup) => void
}

/** One notification, or likes of one thing; a press goes to what it is about. */
function NotificationRow({ group, isUnread, onOpen }: NotificationRowProps) {
  const { t, locale } = useTranslation()
  const { newest } = group
  const target = notificationTarget(newest)
  const open = () => onOpen(group)
  const content = (
    <>
      <span className={styles.dot} data-unread={isUnread}>
        {isUnread ? <VisuallyHidden>{t('notifications.unread')} </VisuallyHidden> : null}
      </span>
      <Faces people={group.members} count={group.count} />
      <span className={styles.text}>
        <span>
          <Sentence group={group} />
        </span>
        {newest.quote === null ? null : (
          <bdi className={styles.quote} dir="auto">
            {newest.quote}
          </bdi>
        )}
        <span className={styles.about}>
          {newest.title === null ? null : (
            <>
              <FilmTitle
                film={{ title: newest.title, titleLang: newest.titleLang ?? undefined }}
                className={styles.title}
              />
              <span aria-hidden="true">·</span>
            </>
          )}
          <Age className={styles.time} at={newest.createdAt} />
        </span>
      </span>
      {newest.poster === null ? null : (
        <span className={styles.poster}>
          <Poster
            {...posterSource([newest.poster], { sizes: '40px', language: locale })}
            fallback={defaultPoster}
            alt=""
          />
        </span>
      )}
    </>
  )
  return target === null ? (
    <button type="button" className={styles.row} data-read={!isUnread} onClick={open}>
      {content}
    </button>
  ) : (
    <Link className={styles.row} data-read={!isUnread} to={pathOf(target)} onClick={open}>
      {content}
    </Link>
  )
}

interface MemberRowProps {
  group: NotificationGroup
  look: Pick<ReturnType<typeof useUnreadLook>, 'isUnread'>
  onOpen: (group: NotificationGroup) => void
}

/** What one member liked on a day, which opens in its place. */
function MemberRow({ group, look, onOpen }: MemberRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { newest, members, parts, count } = group
  const text = notificationText(newest)
  const isUnread = look.isUnread(group)
  return (
    <>
      <button
        type="button"
        className={styles.row}
        data-read={!isUnread}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.dot} data-unread={isUnread}>
          {isUnread ? <VisuallyHidden>{t('notifications.unread')} </VisuallyHidden> : null}
        </span>
        <Faces people={members} count={1} />
        <span className={styles.text}>
          <span>
            {text === 'reviewLike' || text === 'reaction' || text === 'listLike' ? (
              <TextWithSlot text={t(`notifications.member.${text}`, { count, name: slot })}>
                <bdi className={styles.name}>@{newest.from.username}</bdi>
              </TextWithSlot>
            ) : null}
          </span>
          <span className={styles.about}>
            <Age className={styles.time} at={newest.createdAt} />
          </span>
        </span>
        <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ul className={styles.parts}>
          {parts.map((part) => {
            const row = partOf(group, part)
            return (
              <li key={part._id}>
                <NotificationRow group={row} isUnread={look.isUnread(row)} onOpen={onOpen} />
              </li>
            )
          })}
          {count > parts.length ? (
            <li className={styles.more}>{t('notifications.more', { count: count - parts.length })}</li>
          ) : null}
        </ul>
      ) : null}
    </>
  )
}

/** One of the things that a member liked on a day, as a row of its own. */
const partOf = (group: NotificationGroup, part: Notification): NotificationGroup => ({
  ...group,
  key: part._id,
  newest: part,
  read: part.read,
  count: 1,
  parts: [],
})

/** Who did what; of a group the newest by name and how many others. */
function Sentence({ group: { newest, count: all } }: { group: NotificationGroup }) {
  const { t } = useTranslation()
  const name = <bdi className={styles.name}>@{newest.from.username}</bdi>
  const text = notificationText(newest)
  // From moderators or the system: nobody is named.
  if (text === 'decision' || text === 'report' || text === 'playerPaused' || text === 'webhookPaused')
    return t(`notifications.text.${text}`)
  if (text === 'yearReview') return t('notifications.text.yearReview', { year: newest.relatedId ?? '' })
  const count = all - 1
  if (count > 0 && (text === 'reviewLike' || text === 'reaction' || text === 'listLike')) {
    if (all >= countedMembers)
      return <TextWithSlot text={t(`notifications.crowd.${text}`, { name: slot })}>{name}</TextWithSlot>
    return <TextWithSlot text={t(`notifications.group.${text}`, { count, name: slot })}>{name}</TextWithSlot>
  }
  return <TextWithSlot text={t(`notifications.text.${text}`, { name: slot })}>{name}</TextWithSlot>
}

interface FacesProps {
  people: Notification['from'][]
  /** How many there are. */
  count: number
}

/** More would not fit; the words say how many. */
const maxMore = 99

/** The picture of one member, or those of the newest two, one over the other in the same room, and how many more. */
function Faces({ people: [first, second], count }: FacesProps) {
  const { locale } = useTranslation()
  if (!second) return <Avatar src={avatarUrl(first?.avatar)} size={44} />
  return (
    <span className={styles.faces}>
      <span className={styles.behind}>
        <Avatar src={avatarUrl(second.avatar)} size={32} />
      </span>
      <span className={styles.front}>
        <Avatar src={avatarUrl(first?.avatar)} size={32} />
      </span>
      {count > 2 ? (
        <span className={styles.others} aria-hidden="true" dir="ltr">
          +{formatNumber(Math.min(count - 2, maxMore), locale)}
        </span>
      ) : null}
    </span>
  )
}
