import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ComparedFilm, FilmDoubt, FilmMerge } from '#shared/api/film-identity.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { defaultPoster, posterSource } from '#web/lib/pictures.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Poster } from '#web/ui/pictures/picture.tsx'
import {
  decideMutation,
  doubtCountsQuery,
  doubtsQuery,
  mergesQuery,
  type DoubtDecision,
} from './admin.api.ts'
import styles from './admin.module.css'

export const filmViews = ['waiting', 'merged', 'refused'] as const
export type FilmView = (typeof filmViews)[number]

interface AdminFilmsProps {
  view: FilmView
  onView: (view: FilmView) => void
}

/** Films of which no job can be sure, and what became of others. */
export function AdminFilms({ view, onView }: AdminFilmsProps) {
  const { t, locale } = useTranslation()
  const { data: counts } = useQuery(doubtCountsQuery())
  const label = (one: FilmView) => {
    const text = t(`admin.films.${one}`)
    return counts ? `${text} · ${formatNumber(counts[one], locale)}` : text
  }
  return (
    <div className={styles.inner}>
      <p className={styles.hint}>{t('admin.films.hint')}</p>
      <ToggleGroup
        label={t('admin.films.views')}
        value={view}
        onChange={onView}
        options={filmViews.map((value) => ({ value, label: label(value) }))}
      />
      {view === 'merged' ? <Merges /> : <Doubts key={view} refused={view === 'refused'} />}
    </div>
  )
}

function useDecide() {
  const decide = useMutation(decideMutation(useQueryClient()))
  const { t } = useTranslation()
  return {
    pending: decide.isPending ? decide.variables : null,
    decide: (decision: DoubtDecision) => {
      if (decide.isPending) return
      decide.mutate(decision, {
        onSuccess: () => toast.success(t(`admin.films.done.${decision.how}`)),
        onError: failureToast('admin.films.notDecided'),
      })
    },
  }
}

function Doubts({ refused }: { refused: boolean }) {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(doubtsQuery(refused))
  const { decide, pending } = useDecide()
  return (
    <PagedList
      pages={answer}
      items={pageItems(answer.data, ({ film }) => film.id)}
      skeleton={<LoadingRows count={4} height="18rem" className={styles.list} />}
      empty={t(refused ? 'admin.films.noneRefused' : 'admin.films.noneWaiting')}
      drawing="curtain"
      failed={t('common.loadFailed')}
    >
      {(doubts) => (
        <ul className={styles.list}>
          {doubts.map((doubt) => (
            <li key={doubt.film.id}>
              <Doubt doubt={doubt} refused={refused} pending={pending} onDecide={decide} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

interface DoubtProps {
  doubt: FilmDoubt
  refused: boolean
  pending: DoubtDecision | null
  onDecide: (decision: DoubtDecision) => void
}

function Doubt({ doubt: { film, candidates, reason, confidence }, refused, pending, onDecide }: DoubtProps) {
  const { t, locale } = useTranslation()
  const isPending = (how: DoubtDecision['how'], into?: number) =>
    pending?.how === how &&
    'filmId' in pending &&
    pending.filmId === film.id &&
    (pending.how !== 'accept' || pending.into === into)
  const why = [
    reason && t(`admin.films.reason.${reason}`),
    confidence > 0 && t('admin.films.confidence', { percent: formatNumber(confidence, locale) }),
  ].filter(Boolean)
  return (
    <article className={styles.doubt}>
      <div className={styles.pair}>
        <section>
          <h2 className={styles.side}>{t('admin.films.here')}</h2>
          <Compared film={film} />
        </section>
        <section>
          <h2 className={styles.side}>{t('admin.films.maybe')}</h2>
          <ul className={styles.candidates}>
            {candidates.map((one) => (
              <li key={one.id}>
                <Compared film={one} />
                {refused ? null : (
                  <Button
                    size="sm"
                    busy={isPending('accept', one.id)}
                    aria-label={t('admin.films.acceptNamed', { title: one.title })}
                    onClick={() => onDecide({ how: 'accept', filmId: film.id, into: one.id })}
                  >
                    {t('admin.films.accept')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className={styles.foot}>
        <span className={styles.why}>{why.join(' · ')}</span>
        <Button
          size="sm"
          variant="secondary"
          busy={isPending(refused ? 'reconsider' : 'refuse')}
          onClick={() => onDecide({ how: refused ? 'reconsider' : 'refuse', filmId: film.id })}
        >
          {t(refused ? 'admin.films.reconsider' : 'admin.films.refuse')}
        </Button>
      </div>
    </article>
  )
}

function Compared({ film }: { film: ComparedFilm }) {
  const { t, locale } = useTranslation()
  const { tmdb, imdb, wikidata } = film.numbers
  const numbers = [`Scene ${film.id}`, tmdb !== null && `TMDB ${tmdb}`, imdb, wikidata].filter(Boolean)
  const kinds = (['logs', 'watchlists', 'favourites', 'lists'] as const).filter(
    (kind) => film.hangs[kind] > 0,
  )
  return (
    <div className={styles.compared}>
      <span>
        <Poster
          {...posterSource([film.poster], { sizes: '72px', language: locale })}
          fallback={defaultPoster}
          alt=""
        />
      </span>
      <div className={styles.facts}>
        <Link to={paths.film(film.id)} className={styles.title}>
          <FilmTitle film={film} />
        </Link>
        {film.originalTitle === film.title ? null : <bdi>{film.originalTitle}</bdi>}
        <span>{yearOf(film.release_date) || t('admin.films.noYear')}</span>
        {film.directors.length > 0 ? <bdi>{film.directors.join(', ')}</bdi> : null}
        <span className={styles.numbers} dir="ltr">
          {numbers.join(' · ')}
        </span>
        <span>
          {kinds.length === 0
            ? t('admin.films.nothing')
            : kinds.map((kind) => t(`admin.films.hangs.${kind}`, { count: film.hangs[kind] })).join(' · ')}
        </span>
      </div>
    </div>
  )
}

function Merges() {
  const { t } = useTranslation()
  const answer = useInfiniteQuery(mergesQuery())
  const { decide, pending } = useDecide()
  return (
    <PagedList
      pages={answer}
      items={pageItems(answer.data, ({ id }) => id)}
      skeleton={<LoadingRows count={4} height="5rem" className={styles.list} />}
      empty={t('admin.films.noneMerged')}
      drawing="curtain"
      failed={t('common.loadFailed')}
    >
      {(merges) => (
        <ul className={styles.list}>
          {merges.map((merge) => (
            <li key={merge.id} className={styles.merge}>
              <MergeText merge={merge} />
              {merge.canUndo ? (
                <Button
                  size="sm"
                  variant="secondary"
                  busy={pending?.how === 'undo' && pending.mergeId === merge.id}
                  aria-label={t('admin.films.undoNamed', { title: merge.from.title })}
                  onClick={() => decide({ how: 'undo', mergeId: merge.id })}
                >
                  {t('admin.films.undo')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function MergeText({ merge: { from, into, rows, mergedAt } }: { merge: FilmMerge }) {
  const { t, locale } = useTranslation()
  return (
    <div className={styles.facts}>
      <Link to={paths.film(into.id)} className={styles.title}>
        <FilmTitle film={into} />
      </Link>
      <span>
        <TextWithSlot text={t('admin.films.was', { film: slot })}>
          <bdi>
            {from.title} {yearOf(from.release_date)}
          </bdi>
        </TextWithSlot>
      </span>
      <span>
        {t('admin.films.rows', { count: rows })} · {formatMoment(mergedAt, locale)}
      </span>
      <span className={styles.numbers} dir="ltr">
        {from.id} → {into.id}
      </span>
    </div>
  )
}
