import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { FilmSearchDialog } from '#web/features/films/picker/film-search-dialog.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { VirtualList, type ListHandle } from '#web/ui/lists/virtual-list.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { insertInOrder, moveBeside, moveTo, withoutFilm } from './film-order.ts'
import { draggedFilm, FormFilmRow, sideOf, type WantedRow } from './form-film-row.tsx'
import { filmOf, type FormFilm } from './list-values.ts'
import type { ListFormState } from './list-draft.ts'
import styles from './form-films.module.css'

type Films = readonly FormFilm[]

interface FormFilmsProps {
  form: ListFormState
  /** How many films the list takes, and what is said once it is full. */
  maxFilms: number
  fullText: string
}

const keyOf = ({ id }: FormFilm) => String(id)

/** What a row measures at the usual text size, in CSS pixels. */
const rowHeight = ({ note }: FormFilm) => (note === '' ? 96 : 152)

/** The films of a list in the member's order, however many, and the way to add more. */
export function FormFilms({ form, maxFilms, fullText }: FormFilmsProps) {
  const { t, locale } = useTranslation()
  const headingId = useId()
  const { films, isRanked } = form.values
  const { set, current } = form
  const [searching, setSearching] = useState(false)
  const [added, setAdded] = useState(0)
  const [said, setSaid] = useState('')
  const section = useRef<HTMLElement>(null)
  const list = useRef<ListHandle>(null)
  const wanted = useRef<WantedRow | null>(null)

  const takeWanted = useCallback((id: number) => {
    const row = wanted.current
    if (row?.id !== id) return null
    wanted.current = null
    return row
  }, [])

  const change = useCallback(
    (next: (films: Films) => Films) => set(({ films: now }) => ({ films: next(now) })),
    [set],
  )

  /** Puts a changed order in place and announces where the film is now. */
  const reorder = useCallback(
    (id: number, next: Films) => {
      const before = current().values.films
      if (next === before) return
      change(() => next)
      const at = next.findIndex((film) => film.id === id)
      setSaid(t('listForm.moved', { title: next[at]?.title ?? '', n: at + 1, total: next.length }))
    },
    [change, current, t],
  )

  const onMove = useCallback(
    (id: number, to: number, row: WantedRow) => {
      const now = current().values.films
      const next = moveTo(now, id, to)
      if (next === now) return
      wanted.current = row
      reorder(id, next)
    },
    [current, reorder],
  )

  const onRemove = useCallback(
    (id: number) => {
      const before = current().values.films
      const at = before.findIndex((film) => film.id === id)
      const film = before[at]
      if (!film) return
      const neighbour = before[at + 1] ?? before[at - 1]
      if (neighbour) wanted.current = { id: neighbour.id, control: 'remove', focus: true }
      else section.current?.querySelector<HTMLElement>('[data-add]')?.focus()
      change((now) => withoutFilm(now, id))
      toast.show({
        text: t('listForm.removed', { title: film.title }),
        action: {
          label: t('common.undo'),
          onSelect: () => change((now) => insertInOrder(now, [film], before)),
        },
      })
    },
    [change, current, t],
  )

  const onNote = useCallback(
    (id: number, note: string) =>
      change((now) => now.map((film) => (film.id === id ? { ...film, note } : film))),
    [change],
  )

  // A row far away is not there yet: it takes the focus when it comes.
  useEffect(() => {
    const id = wanted.current?.id
    if (id !== undefined) list.current?.scrollTo(films.findIndex((film) => film.id === id))
  }, [films])

  const drop = useEffectEvent(
    (dragged: number, target: { film: number; data: Record<string | symbol, unknown> }) =>
      reorder(dragged, moveBeside(films, dragged, target.film, sideOf(target.data))),
  )
  useEffect(
    () =>
      combine(
        autoScrollWindowForElements({ canScroll: ({ source }) => draggedFilm(source.data) !== null }),
        monitorForElements({
          canMonitor: ({ source }) => draggedFilm(source.data) !== null,
          onDrop: ({ source, location }) => {
            const dragged = draggedFilm(source.data)
            const data = location.current.dropTargets[0]?.data
            const over = data && draggedFilm(data)
            if (dragged && data && over) drop(dragged.film, { film: over.film, data })
          },
        }),
      ),
    [],
  )

  const renderRow = useCallback(
    (film: FormFilm, at: number) => (
      <FormFilmRow
        film={film}
        at={at}
        total={films.length}
        ranked={isRanked}
        onMove={onMove}
        onRemove={onRemove}
        onNote={onNote}
        takeWanted={takeWanted}
      />
    ),
    [films.length, isRanked, onMove, onRemove, onNote, takeWanted],
  )

  const isFull = films.length >= maxFilms
  const present = new Set(films.map(({ id }) => id))
  return (
    <section ref={section} className={styles.section} aria-labelledby={headingId}>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div className={styles.bar}>
        <h2 id={headingId}>
          {t('listForm.films')}
          {films.length === 0 ? null : (
            <span className={styles.count}> {formatNumber(films.length, locale)}</span>
          )}
        </h2>
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus />}
          aria-disabled={isFull}
          aria-describedby={isFull ? `${headingId}-full` : undefined}
          data-add=""
          onClick={() => {
            if (isFull) return
            setAdded(0)
            setSearching(true)
          }}
        >
          {t('listForm.addMovie')}
        </Button>
      </div>
      {isFull ? (
        <p id={`${headingId}-full`} className={styles.full}>
          {fullText}
        </p>
      ) : null}
      {films.length === 0 ? (
        <p className={styles.empty}>{t('listForm.noFilms')}</p>
      ) : (
        <VirtualList
          ref={list}
          label={t('listForm.films')}
          items={films}
          keyOf={keyOf}
          renderRow={renderRow}
          estimate={rowHeight}
          ordering
        />
      )}
      <FilmSearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        finalFocus={() => section.current?.querySelector<HTMLElement>('[data-add]') ?? null}
        isAdded={(id) => present.has(id)}
        onAdd={(film) => {
          const now = current().values.films
          if (now.length >= maxFilms || now.some(({ id }) => id === film.id)) return
          change((before) => [...before, filmOf(film)])
          setAdded((count) => count + 1)
          if (now.length + 1 === maxFilms) setSearching(false)
        }}
        footer={
          <div className={styles.added}>
            <span>{t('listForm.added', { count: added })}</span>
            <Button onClick={() => setSearching(false)}>{t('crop.done')}</Button>
          </div>
        }
      />
    </section>
  )
}
