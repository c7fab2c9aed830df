import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Play } from '#shared/api/players.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmPicker } from '#web/features/films/picker/film-picker.tsx'
import { RatingInput } from '#web/features/logs/rating-input.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDay, relativeDay } from '#web/lib/format.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { dismissPlayMutation, logPlayMutation, playsQuery } from './plays.api.ts'
import styles from './plays-card.module.css'

/** So many at once; the others come when these are done. */
const shown = 3

/** What players told of that waits for its stars; nothing where nothing does. */
export function PlaysCard() {
  const { t } = useTranslation()
  const { data: plays = [] } = useQuery(playsQuery())
  if (plays.length === 0) return null
  return (
    <Section title={t('plays.title', { count: plays.length })}>
      <ul className={styles.plays}>
        {plays.slice(0, shown).map((play) => (
          <li key={keyOf(play)} className={styles.play}>
            <WaitingPlay play={play} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ChosenFilm {
  id: number
  title: string
  titleLang?: string | undefined
  poster: string | null
  year: string
}

const filmOf = ({ film }: Play): ChosenFilm | null =>
  film && {
    id: film.id,
    title: film.title,
    titleLang: film.titleLang,
    poster: film.poster,
    year: yearOf(film.release_date),
  }

/** The hour at which an evening begins. */
const evening = 17

/** Stars that the player told later begin the row anew. */
const keyOf = ({ id, rating }: Play) => `${id} ${rating}`

function WaitingPlay({ play }: { play: Play }) {
  const { t, locale } = useTranslation()
  const queryClient = useQueryClient()
  const [film, setFilm] = useState(() => filmOf(play))
  const [choosing, setChoosing] = useState(false)
  const [rating, setRating] = useState(play.rating ?? 0)
  const today = useToday()
  const acts = useRef<HTMLDivElement>(null)
  useRowFocus(acts)
  const log = useExclusiveMutation(logPlayMutation(queryClient, play.id))
  const dismiss = useExclusiveMutation(dismissPlayMutation(queryClient, play.id))
  const onError = failureToast('common.notDone')
  const year = film?.year ?? String(play.year ?? '')
  const name = film ? (
    <Link to={paths.film(film.id)}>
      <bdi lang={film.titleLang}>{film.title}</bdi>
    </Link>
  ) : (
    <bdi>{play.title || t('plays.unnamed')}</bdi>
  )
  const wasLastNight =
    relativeDay(play.day, today) === 'yesterday' && new Date(play.watchedAt).getHours() >= evening
  const press = () => {
    if (film)
      log.mutate({ rating, filmId: film.id }, { onSuccess: () => toast.success(t('log.submitted')), onError })
  }
  return (
    <>
      <span className={styles.poster}>
        <FilmPoster film={film ?? { poster: null }} sizes="56px" alt="" />
      </span>
      <div className={styles.texts}>
        <p className={styles.title}>
          {wasLastNight ? (
            <TextWithSlot text={t('plays.lastNight', { film: slot })}>{name}</TextWithSlot>
          ) : (
            <>
              {name} <span className={styles.year}>{year}</span>
            </>
          )}
        </p>
        <p className={styles.fact}>
          {wasLastNight ? null : <>{t('plays.watched', { day: formatDay(play.day, today, t, locale) })} · </>}
          <bdi>{t(`players.kinds.${play.kind}`)}</bdi>
        </p>
      </div>
      {film ? (
        <div className={styles.stars}>
          <RatingInput value={rating} onChange={setRating} compact />
        </div>
      ) : null}
      <div ref={acts} className={styles.acts}>
        {film ? (
          <Button size="sm" busy={log.isPending} onClick={press}>
            {t(rating > 0 ? 'plays.log' : 'plays.logUnrated')}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setChoosing(true)}>
            {t('plays.which')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          busy={dismiss.isPending}
          aria-label={t('plays.dismissNamed', { title: film?.title ?? play.title })}
          onClick={() => dismiss.mutate(undefined, { onError })}
        >
          {t('plays.dismiss')}
        </Button>
      </div>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('plays.which')} size="full">
        <FilmPicker
          label={t('plays.which')}
          initial={play.title}
          start={<EmptyState drawing="strip" text={t('filmSearch.start')} />}
          onChoose={({ id, title, poster, release_date }) => {
            setFilm({ id, title, poster, year: yearOf(release_date) })
            setChoosing(false)
          }}
        />
      </Sheet>
    </>
  )
}
