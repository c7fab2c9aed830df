import { useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { FilmPage } from '#web/features/films/films.api.ts'
import link from '#web/ui/actions/text-link.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { useRowFocus } from '#web/ui/focus.ts'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import { LogTime } from './log-tile.tsx'
import styles from './film-log.module.css'
import { useDeleteLog } from './use-delete-log.ts'

type OwnLog = FilmPage['myLogs'][number]

const ownLogsId = 'own-logs'

/** Leads to the viewer's logs on the film's page. */
export function showOwnLogs(): void {
  document.getElementById(ownLogsId)?.focus()
}

/** The link by which one of these logs is changed; the newest one's where it is folded away. */
export function editLinkOf(filmId: number, logId: string): HTMLElement | null {
  const logs = document.getElementById(ownLogsId)
  const found = logs?.querySelector<HTMLElement>(`a[href="${paths.logEditor(filmId, logId)}"]`)
  return found && !found.closest('[hidden]') ? found : logs
}

interface FilmLogProps {
  film: Pick<FilmPage, 'id' | 'myLogs'>
}

/** The viewer's logs of the film, the newest first, with the way to change each of them. */
export function FilmLog({ film }: FilmLogProps) {
  const [newest, ...older] = film.myLogs
  return newest ? <OwnLogs film={film} newest={newest} older={older} /> : null
}

function OwnLogs({ film, newest, older }: FilmLogProps & { newest: OwnLog; older: OwnLog[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useRowFocus(box, focusableHeading)
  return (
    <div ref={box} className={styles.logs} id={ownLogsId} tabIndex={-1}>
      <Row
        filmId={film.id}
        log={newest}
        label={t(newest.seenOnly ? 'seen.marked' : 'film.yourLog')}
        action={<DeleteLog film={film} />}
      />
      {older.length > 0 ? (
        <>
          <ul id={id} className={styles.older} hidden={!open}>
            {older.map((log) => (
              <li key={log._id}>
                <Row filmId={film.id} log={log} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={classNames(link.link, styles.toggle)}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? (
              t('common.showFewer')
            ) : (
              <>
                {t('film.yourLogs')} <bdi className={styles.count}>{film.myLogs.length}</bdi>
              </>
            )}
          </button>
        </>
      ) : null}
    </div>
  )
}

interface RowProps {
  filmId: number
  log: OwnLog
  label?: string
  /** Beside the link that changes it. */
  action?: ReactNode
}

function Row({ filmId, log, label, action }: RowProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <p className={styles.row}>
      <span className={styles.about}>
        {label === undefined ? null : <span>{label}</span>}
        <span id={id} className={styles.facts}>
          {log.rating === null ? null : (
            <StarRating value={log.rating} label={t('common.stars', { value: log.rating })} />
          )}
          <LogTime className={styles.time} log={log} />
        </span>
      </span>
      <Link
        className={classNames(link.link, styles.edit)}
        to={paths.logEditor(filmId, log._id)}
        preventScrollReset
        aria-describedby={id}
      >
        {t('film.editLog')}
      </Link>
      {action}
    </p>
  )
}

/** Deletes the newest one. */
function DeleteLog({ film }: FilmLogProps) {
  const { t } = useTranslation()
  const { deleteLog, isPending } = useDeleteLog(film.id)
  const press = () => {
    const [newest] = film.myLogs
    if (newest) void deleteLog(newest._id, t('film.deleteText'))
  }
  return (
    <button type="button" className={link.link} aria-busy={isPending} onClick={press}>
      {t('film.deleteLog')}
    </button>
  )
}
