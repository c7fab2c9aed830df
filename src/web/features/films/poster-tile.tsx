import { FilmTitle } from '#web/features/films/film-title.tsx'
import { Ellipsis } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useFilmMark, type FilmMark } from './film-marks.api.ts'
import { FilmPoster, type FilmAction, type TileFilm } from './film-poster.tsx'
import { SeenMark } from './poster-mark.tsx'
import styles from './poster-tile.module.css'

interface PosterTileProps {
  film: TileFilm
  /** The film's page when not given. */
  to?: string
  /** What is read out instead of title and year. */
  name?: ReactNode
  /** The `sizes` of the picture. */
  sizes: string
  eager?: boolean
  /** On the poster; the upper corner at the inline end is taken. */
  badge?: ReactNode
  /** What the screen itself knows before the viewer's marks are here. */
  seen?: boolean
  /** False where every film is one that the viewer saw. */
  marked?: boolean
  /**
   * The entries of the menu on one's own watchlist, in place of the one that puts the film on the watchlist. There the
   * film can be added to public lists only.
   */
  watchlistRows?: readonly FilmAction[] | undefined
  /** Below the poster, as a part of the link. */
  children?: ReactNode
}

const QuickActions = onDemand(
  async () =>
    (await withTexts(import('#web/features/logs/dialog/quick-actions.tsx'), 'first', 'app')).QuickActions,
)
/** Loads them ahead. When that fails, as without a network, the press tries again and tells. */
const prepare = () => void QuickActions.loadAhead().catch(() => undefined)

const hoverMs = 150

/** A film as a poster: opens it, shows whether the viewer saw it, and leads to what one does with a film. */
export function PosterTile({
  film,
  to = paths.film(film.id),
  name,
  sizes,
  eager = false,
  badge,
  seen = false,
  marked = true,
  watchlistRows,
  children,
}: PosterTileProps) {
  const { t } = useTranslation()
  const mark = useFilmMark(film.id)
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [pointed, pointing] = usePointed()
  const show = () => setOpen(true)
  const isSeen = marked && (mark.seen || seen)
  const { title, year } = film
  return (
    <div className={styles.tile} data-open={open || undefined} {...pointing} {...useSummons(show)}>
      <Link className={styles.link} to={to}>
        <VisuallyHidden>
          {name ?? (
            <span lang={film.titleLang || undefined}>
              {year === '' ? title : t('film.titleYear', { title, year })}
            </span>
          )}
          {isSeen ? <MarkText mark={mark} /> : null}
        </VisuallyHidden>
        <span className={styles.picture} aria-hidden="true">
          <FilmPoster film={film} sizes={sizes} alt="" eager={eager} />
          {badge}
          {isSeen ? <SeenMark className={styles.seen} /> : null}
          {pointed ? <Hover film={film} rating={mark.rating} /> : null}
        </span>
        {children}
      </Link>
      <button
        ref={more}
        type="button"
        className={styles.more}
        data-shown={watchlistRows ? '' : undefined}
        aria-label={t('poster.actions', { title })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        <span className={styles.disc} aria-hidden="true">
          <Ellipsis size={20} />
        </span>
      </button>
      <QuickActions
        film={film}
        watchlistRows={watchlistRows}
        anchor={more}
        open={open}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}

/** Goes on after the name of the tile. */
function MarkText({ mark: { rating } }: { mark: FilmMark }) {
  const { t } = useTranslation()
  const parts = ['', t('poster.seen'), ...(rating === null ? [] : [t('poster.yours', { value: rating })])]
  return parts.join(t('log.tile.separator'))
}

/** What the poster says while a mouse or the focus is on it. */
function Hover({ film, rating }: { film: TileFilm; rating: number | null }) {
  return (
    <span className={styles.hover}>
      <FilmTitle film={film} className={styles.title} />
      <span className={styles.facts}>
        {film.year === '' ? null : <span>{film.year}</span>}
        <StarRating value={rating} size="sm" label="" />
      </span>
    </span>
  )
}

/** Whether a mouse rests on the tile, or the keyboard's focus is in it. */
function usePointed() {
  const [pointed, setPointed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => {
    clearTimeout(timer.current)
    setPointed(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') timer.current = setTimeout(() => setPointed(true), hoverMs)
    },
    onPointerLeave: leave,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setPointed(true)
    },
    onBlur: leave,
  }
  return [pointed, handlers] as const
}

const longPressMs = 450
/** Pixels that a finger may stray. */
const tolerance = 8

/** A long press, a right click and the keys of the context menu. */
function useSummons(onSummon: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  /** The press that summoned is no tap on the link. */
  const summoned = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end()
      summoned.current = false
      if (pointerType !== 'touch') return
      prepare()
      const timer = setTimeout(() => {
        summoned.current = true
        navigator.vibrate?.(10)
        onSummon()
      }, longPressMs)
      press.current = { x, y, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > tolerance) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!summoned.current) return
      summoned.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      // Android tells of a long press in this way too.
      if (!press.current) onSummon()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      event.preventDefault()
      onSummon()
    },
  }
}
