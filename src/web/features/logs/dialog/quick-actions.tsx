import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Check, Eye, EyeOff, ListPlus, Plus, Send } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { useFilmMark } from '#web/features/films/film-marks.api.ts'
import { FilmPoster, type FilmAction, type TileFilm } from '#web/features/films/film-poster.tsx'
import { useHideFilm } from '#web/features/safety/use-safety-items.tsx'
import { watchlistMutation } from '#web/features/shelves/shelves.api.ts'
import { useToggle } from '#web/features/toggles/use-toggle.ts'
import { useKeyDown } from '#web/lib/keyboard.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { PopoverPanel } from '#web/ui/overlays/popover-panel.tsx'
import { RatingInput } from '../rating-input.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { logDialog } from './log-dialog.ts'
import styles from './quick-actions.module.css'
import { useRating, useSeenToggle } from '../seen.ts'

interface QuickActionsProps {
  film: TileFilm
  /** See `PosterTile`. */
  watchlistRows: readonly FilmAction[] | undefined
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
}

/** What a member does with a film without opening it; a sheet below 600 px. */
export function QuickActions({ film, watchlistRows, anchor, open, onClose }: QuickActionsProps) {
  const wide = useMediaQuery('(min-width: 600px)')
  const actions = <Actions film={film} watchlistRows={watchlistRows} onClose={onClose} />
  if (!wide) {
    return (
      <Sheet open={open} onClose={onClose} title={film.title} hideTitle>
        {actions}
      </Sheet>
    )
  }
  return (
    <PopoverPanel anchor={anchor} label={film.title} open={open} onClose={onClose}>
      {actions}
    </PopoverPanel>
  )
}

interface ActionsProps extends Pick<QuickActionsProps, 'film' | 'watchlistRows'> {
  onClose: () => void
}

function Actions({ film, watchlistRows, onClose }: ActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mark = useFilmMark(film.id)
  const box = useRef<HTMLDivElement>(null)
  const seen = useSeenToggle(film.id, mark.seen)
  const watchlist = useToggle(watchlistMutation(useQueryClient(), film.id), mark.watchlist, {
    failed: t('film.watchlistFailed'),
  })
  const hide = useHideFilm()
  const { rating, rate, said } = useRating(film.id, mark.rating)
  const leave = (act: () => unknown) => () => {
    onClose()
    void act()
  }
  useKeyDown(box, (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (/^[1-5]$/.test(event.key)) rate(Number(event.key))
    else moveIn(box.current, event)
  })
  const Mark = watchlist.isOn ? BookmarkCheck : Bookmark
  return (
    <div ref={box} className={styles.actions}>
      <div className={styles.head}>
        <span className={styles.poster}>
          <FilmPoster film={film} sizes="56px" alt="" eager />
        </span>
        <p className={styles.film}>
          <FilmTitle film={film} className={styles.title} /> <span className={styles.year}>{film.year}</span>
        </p>
      </div>
      <RatingInput value={rating ?? 0} onChange={rate} />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div role="menu" aria-label={t('poster.actions', { title: film.title })} className={styles.rows}>
        <Row icon={<Eye />} checked={mark.seen} onPress={seen.press}>
          {t('seen.seen')}
        </Row>
        {watchlistRows ? null : (
          <Row icon={<Mark />} checked={watchlist.isOn} onPress={watchlist.press}>
            {t('film.watchlist')}
            {watchlist.waits ? <> · {t('offline.waiting')}</> : null}
          </Row>
        )}
        <Row icon={<Plus />} onPress={leave(() => logDialog.open(film))}>
          {t('quickActions.log')}
        </Row>
        <Row
          icon={<ListPlus />}
          onPress={leave(() =>
            navigate(`${paths.addToList(film.id)}${watchlistRows ? '?lists=public' : ''}`, {
              // The picker shows these while it loads the lists.
              state: { id: film.id, title: film.title, poster: film.poster },
            }),
          )}
        >
          {t('quickActions.addToList')}
        </Row>
        <Row icon={<Send data-mirror="" />} onPress={leave(() => navigate(paths.share('movie', film.id)))}>
          {t('film.share')}
        </Row>
        {mark.seen ? null : (
          <Row icon={<EyeOff />} onPress={leave(() => hide(film))}>
            {t('quickActions.hide')}
          </Row>
        )}
        {watchlistRows?.map(({ label, icon, onSelect }) => (
          <Row key={label} icon={icon} onPress={leave(onSelect)}>
            {label}
          </Row>
        ))}
      </div>
    </div>
  )
}

/** Arrows, Home and End lead through the rows. */
function moveIn(box: HTMLElement | null, event: KeyboardEvent): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const at = rows.findIndex((row) => row === event.target)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + rows.length, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[to % rows.length]?.focus()
}

interface RowProps {
  icon: ReactNode
  /** Makes it a mark that is set and taken back. */
  checked?: boolean
  onPress: () => void
  children: ReactNode
}

function Row({ icon, checked, onPress, children }: RowProps) {
  return (
    <button
      type="button"
      className={styles.row}
      {...(checked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      onClick={onPress}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.label}>{children}</span>
      {checked ? <Check className={styles.check} size={20} aria-hidden="true" /> : null}
    </button>
  )
}
