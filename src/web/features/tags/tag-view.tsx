import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { ListGrid } from '#web/features/lists/list-grid.tsx'
import { taggedListsQuery } from '#web/features/lists/lists.api.ts'
import { memberFilmsQuery, memberTagQuery, taggedLogsQuery } from '#web/features/logs/logs.api.ts'
import { ReviewCard } from '#web/features/logs/review/review-card.tsx'
import { TagList } from '#web/features/logs/tag-list.tsx'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { FilmTile } from '#web/features/profile/tabs/film-tile.tsx'
import { LongGrid } from '#web/features/profile/tabs/long-grid.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useIsOwner } from '#web/lib/viewed-as.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { TagMenu } from './tag-menu.tsx'
import styles from './tags.module.css'

export const tagViews = ['films', 'logs', 'lists'] as const
export type TagViewName = (typeof tagViews)[number]

interface TagViewProps {
  userId: string
  tag: string
  /** Null for the first of which there is something. */
  view: TagViewName | null
  onView: (view: TagViewName) => void
  /** Shows another tag in the place of this one; null where it has none any more. */
  onLeave: (to: string | null) => void
  onBack: () => void
}

export const taggedFilmsQuery = (userId: string, tag: string) =>
  memberFilmsQuery(userId, { sort: 'added', order: 'desc', tag, q: '' })

/** What a member gave one tag. */
export function TagView({ userId, tag, view: chosen, onView, onLeave, onBack }: TagViewProps) {
  const { t } = useTranslation()
  const { data: member } = useQuery(memberQuery(userId))
  const { data, error, refetch } = useQuery(memberTagQuery(userId, tag))
  const name = data?.tag ?? tag
  usePageTitle(member ? `#${name} – @${member.username}` : `#${name}`)
  const isOwner = useIsOwner(userId)
  const hasLists = data !== undefined && data.lists > 0
  const view = chosen ?? (hasLists && data.logs === 0 ? 'lists' : 'films')
  return (
    <>
      <TopBar
        title={<bdi>#{name}</bdi>}
        onBack={onBack}
        action={
          isOwner && data && data.logs + data.lists > 0 ? (
            <TagMenu userId={userId} tag={name} uses={data.logs + data.lists} onLeave={onLeave} />
          ) : null
        }
      />
      <div className={styles.page}>
        {error && !data ? (
          <LoadFailed error={error} unknown={t('errors.member.not_found')} onRetry={refetch} />
        ) : (
          <>
            <div className={styles.choices}>
              <p className={styles.count}>
                {member ? (
                  <Link className={styles.author} to={paths.profile(userId)}>
                    <bdi>@{member.username}</bdi>
                  </Link>
                ) : null}
                {data && (data.logs > 0 || !hasLists) ? (
                  <span>{t('tags.logs', { count: data.logs })}</span>
                ) : null}
                {hasLists ? <span>{t('tags.lists', { count: data.lists })}</span> : null}
              </p>
              <div className={styles.end}>
                <ToggleGroup
                  label={t('tags.view')}
                  value={view}
                  onChange={onView}
                  options={tagViews
                    .filter((value) => value !== 'lists' || hasLists || view === 'lists')
                    .map((value) => ({ value, label: t(`tags.views.${value}`) }))}
                />
              </div>
            </div>
            <div className={styles.columns}>
              <div className={styles.shown}>
                {view === 'films' ? (
                  <Films userId={userId} tag={tag} isOwner={isOwner} />
                ) : view === 'logs' ? (
                  <Logs userId={userId} tag={tag} />
                ) : (
                  <Lists userId={userId} tag={tag} />
                )}
              </div>
              {data && data.beside.length > 0 ? (
                <section className={styles.beside} aria-labelledby="tags-beside">
                  <h2 id="tags-beside">{t('tags.beside')}</h2>
                  <TagList
                    tags={data.beside.map((one) => one.tag)}
                    counts={new Map(data.beside.map((one) => [one.tag, one.logs + one.lists]))}
                    to={(beside) => paths.tag(userId, beside)}
                  />
                </section>
              ) : null}
            </div>
          </>
        )}
      </div>
    </>
  )
}

const filmKey = ({ tmdbId }: { tmdbId: number }) => tmdbId

function Films({ userId, tag, isOwner }: { userId: string; tag: string; isOwner: boolean }) {
  const { t } = useTranslation()
  const { data, ...pages } = useInfiniteQuery(taggedFilmsQuery(userId, tag))
  const films = useMemo(() => pageItems(data, filmKey), [data])
  return (
    <LongGrid
      label={t('tags.films')}
      items={films}
      keyOf={filmKey}
      renderTile={(film, at, columns) => <FilmTile film={film} own={isOwner} eager={at < columns} />}
      below="1.5rem"
      empty={t('tags.noLogs')}
      drawing="cards"
      pages={pages}
    />
  )
}

function Lists({ userId, tag }: { userId: string; tag: string }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(taggedListsQuery(userId, tag))
  return <ListGrid pages={pages} empty={t('tags.noLists')} failed={null} />
}

function Logs({ userId, tag }: { userId: string; tag: string }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(taggedLogsQuery(userId, tag))
  return (
    <PagedList
      pages={pages}
      items={pageItems(pages.data, ({ _id }) => _id)}
      skeleton={<LoadingRows count={3} height="12rem" className={styles.logs} />}
      empty={t('tags.noLogs')}
      drawing="cards"
    >
      {(logs) => (
        <ul className={styles.logs}>
          {logs.map((log) => (
            <li key={log._id}>
              <ReviewCard log={log} head="film" time="watched" />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
