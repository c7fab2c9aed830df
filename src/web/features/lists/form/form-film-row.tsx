import { FilmTitle } from '#web/features/films/film-title.tsx'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { ArrowDown, ArrowUp, GripVertical, NotebookPen, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { maxNoteLength } from '#shared/api/lists.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { queryOf } from '#web/lib/use-settled-query.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import type { Side } from './film-order.ts'
import type { FormFilm } from './list-values.ts'
import styles from './form-film-row.module.css'

type RowControl = 'up' | 'down' | 'place' | 'remove' | 'note'

/** What is to be in sight, and have the focus, once a change is on screen. */
export interface WantedRow {
  id: number
  control: RowControl
  focus: boolean
}

/** What is dragged, and what it is dragged over. */
interface DraggedFilm {
  film: number
  at: number
}

interface FormFilmRowProps {
  film: FormFilm
  /** Its index. */
  at: number
  total: number
  ranked: boolean
  /** Moves it to an index. */
  onMove: (id: number, to: number, wanted: WantedRow) => void
  onRemove: (id: number) => void
  onNote: (id: number, note: string) => void
  /** What is wanted of this row, once. */
  takeWanted: (id: number) => WantedRow | null
}

export function draggedFilm(data: Record<string | symbol, unknown>): DraggedFilm | null {
  const { film, at } = data
  return typeof film === 'number' && typeof at === 'number' ? { film, at } : null
}

/** Where a film would land that is let go over another one. */
export function sideOf(data: Record<string | symbol, unknown>): Side {
  return extractClosestEdge(data) === 'top' ? 'before' : 'after'
}

/** A film of the form: to be dragged by its grip, moved by buttons or by the number of its place, or removed. */
export function FormFilmRow({
  film,
  at,
  total,
  ranked,
  onMove,
  onRemove,
  onNote,
  takeWanted,
}: FormFilmRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const { dropSide, isDragged, grip } = useDragging(row, film.id, at)

  useEffect(() => {
    const wanted = takeWanted(film.id)
    if (!wanted) return
    if (wanted.focus) row.current?.querySelector<HTMLElement>(`[data-control="${wanted.control}"]`)?.focus()
    row.current?.scrollIntoView({ block: 'nearest' })
  })

  const { id, title, year, note } = film
  const [isNoting, setNoting] = useState(false)
  const noteId = useId()
  const hasNote = isNoting || note !== ''
  useEffect(() => {
    if (isNoting) row.current?.querySelector('textarea')?.focus()
  }, [isNoting])
  const move = (to: number, control: RowControl, focus = true) => onMove(id, to, { id, control, focus })
  return (
    <div ref={row} className={styles.row} data-film={id} data-dragged={isDragged} data-drop={dropSide}>
      <div ref={grip} className={styles.grip}>
        <GripVertical className={styles.handle} size={20} aria-hidden="true" />
        <span>
          <FilmPoster film={film} sizes="48px" alt="" />
        </span>
        <span className={styles.texts}>
          <FilmTitle film={film} className={styles.title} /> <span className={styles.year}>{year}</span>
        </span>
      </div>
      <div className={styles.controls}>
        <Place
          at={at}
          total={total}
          title={title}
          ranked={ranked}
          onMove={(to, focus) => move(to, 'place', focus)}
        />
        <span className={styles.buttons}>
          <IconButton
            label={t('listForm.up', { title })}
            icon={<ArrowUp />}
            aria-disabled={at === 0}
            data-control="up"
            onClick={() => move(at - 1, 'up')}
          />
          <IconButton
            label={t('listForm.down', { title })}
            icon={<ArrowDown />}
            aria-disabled={at === total - 1}
            data-control="down"
            onClick={() => move(at + 1, 'down')}
          />
          <IconButton
            label={t('listForm.note', { title })}
            icon={<NotebookPen />}
            aria-expanded={hasNote}
            aria-controls={hasNote ? noteId : undefined}
            data-control="note"
            onClick={() => {
              if (hasNote) row.current?.querySelector('textarea')?.focus()
              else setNoting(true)
            }}
          />
          <IconButton
            label={t('listForm.remove', { title })}
            icon={<X />}
            data-control="remove"
            onClick={() => onRemove(id)}
          />
        </span>
      </div>
      {hasNote ? (
        <div className={styles.note}>
          <TextArea
            id={noteId}
            label={t('listForm.note', { title })}
            hideLabel
            value={note}
            maxLength={maxNoteLength}
            rows={1}
            autoGrow
            onChange={(event) => onNote(id, event.target.value)}
            onBlur={() => setNoting(false)}
          />
        </div>
      ) : null}
    </div>
  )
}

interface PlaceProps {
  at: number
  total: number
  title: string
  ranked: boolean
  onMove: (to: number, focus: boolean) => void
}

/** The number of the film's place; another number moves it there, one past the end to the end. */
function Place({ at, total, title, ranked, onMove }: PlaceProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const digits = String(total).length

  const commit = (focus: boolean) => {
    setTyped(null)
    const place = Number(queryOf(typed ?? ''))
    if (typed === null || !Number.isInteger(place) || place < 1) return
    const to = Math.min(place, total) - 1
    if (to !== at) onMove(to, focus)
  }

  return (
    <input
      className={styles.place}
      data-ranked={ranked}
      data-control="place"
      style={{ inlineSize: `${digits + 2.5}ch` }}
      aria-label={t('listForm.place', { title, total })}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={6}
      value={typed ?? String(at + 1)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => commit(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        if (event.key !== 'Enter') return
        // Enter would save the list.
        event.preventDefault()
        commit(true)
      }}
    />
  )
}

/** Lets the grip be dragged, and other films be dropped on the row's upper or lower half. */
function useDragging(row: RefObject<HTMLDivElement | null>, film: number, at: number) {
  const grip = useRef<HTMLDivElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [dropSide, setDropSide] = useState<Side>()

  useEffect(() => {
    if (!row.current || !grip.current) return
    const own: DraggedFilm = { film, at }
    return combine(
      draggable({
        element: grip.current,
        getInitialData: () => ({ ...own }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => draggedFilm(source.data) !== null,
        // Between rows, and beside them, the last one stays the target.
        getIsSticky: () => true,
        getData: ({ input, element }) =>
          attachClosestEdge({ ...own }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => {
          const side = sideOf(self.data)
          const other = draggedFilm(source.data)?.at ?? at
          const stays = other === at || other === (side === 'before' ? at - 1 : at + 1)
          setDropSide(stays ? undefined : side)
        },
        onDragLeave: () => setDropSide(undefined),
        onDrop: () => setDropSide(undefined),
      }),
    )
  }, [row, film, at])

  return { grip, isDragged, dropSide }
}
