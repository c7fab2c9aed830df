import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Lock, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FilmStrip } from '#web/features/films/film-strip.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { pageItems } from '#web/lib/paged-query.ts'
import { KeptForLater, useWaitingWish } from '#web/lib/outbox.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './add-to-list.module.css'
import { ListCover } from './list-cover.tsx'
import {
  addingOf,
  addToListMutation,
  createListMutation,
  isThereAlready,
  listsForFilmQuery,
  type FilmOfList,
  type OwnList,
} from './lists.api.ts'

interface AddToListProps {
  film: FilmOfList
  /** The picker that shows only the non-private ones of one's own lists; the other one shows all. */
  publicOnly: boolean
}

/** Puts a film into one's own lists, or into a new one. */
export function AddToList({ film, publicOnly }: AddToListProps) {
  const { t } = useTranslation()
  return (
    <ReadingColumn>
      <FilmStrip film={film} />
      <NewList film={film} />
      <Lists film={film} publicOnly={publicOnly} />
      {publicOnly ? (
        <Link
          className={`${buttonClass('ghost', 'sm')} ${styles.all}`}
          to={paths.addToList(film.id)}
          state={film}
          replace
        >
          {t('lists.withPrivate')}
        </Link>
      ) : null}
    </ReadingColumn>
  )
}

function Lists({ film, publicOnly }: AddToListProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(listsForFilmQuery(film.id))
  const all = pageItems(pages.data, ({ _id }) => _id)
  const lists = publicOnly ? all?.filter((list) => !list.isPrivate) : all
  const failed = pages.isError && !lists
  const tell = useEffectEvent(() => toast.error(t('lists.loadFailed')))
  useEffect(() => {
    if (failed) tell()
  }, [failed])

  return (
    <PagedList
      pages={pages}
      items={lists}
      skeleton={<LoadingRows count={5} height="4.5rem" className={styles.list} />}
      empty={t(publicOnly ? 'lists.empty.public' : 'lists.empty.mine')}
      drawing="cards"
      failed={t('lists.loadFailed')}
    >
      {(shown) => (
        <ul className={styles.list}>
          {shown.map((list) => (
            <li key={list._id}>
              <ListChoice
                list={list}
                film={film}
                // Each of the two pickers has a text of its own.
                failedText={t(publicOnly ? 'lists.addMovieFailed' : 'lists.addFailed')}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

interface ListChoiceProps {
  list: OwnList
  film: FilmOfList
  /** Said when the list could not take it. */
  failedText: string
}

/** One of one's lists: a press puts the film into it; one that has it says so. */
function ListChoice({ list, film, failedText }: ListChoiceProps) {
  const { t } = useTranslation()
  const add = useExclusiveMutation(addToListMutation(useQueryClient(), film, list._id))
  const waits = useWaitingWish(addingOf(list._id, film.id)) !== undefined
  const has = list.hasFilm || waits || add.isSuccess || isThereAlready(add.error)
  const press = () => {
    if (has) return
    add.mutate(undefined, {
      onSuccess: () => toast.success(t('lists.addedTo', { title: list.title })),
      onError: (error) => {
        if (!isThereAlready(error) && !(error instanceof KeptForLater)) toast.error(failedText)
      },
    })
  }
  return (
    <button
      type="button"
      className={styles.row}
      aria-disabled={has || undefined}
      aria-busy={add.isPending}
      onClick={press}
    >
      <span className={styles.cover} aria-hidden="true">
        <ListCover list={list} coverSizes="96px" posterSizes="24px" />
      </span>
      <span className={styles.text}>
        <span className={styles.title}>
          <bdi>{list.title}</bdi>
          {list.isPrivate ? (
            <>
              <Lock aria-hidden="true" size={14} />
              <VisuallyHidden>{t('lists.private')}</VisuallyHidden>
            </>
          ) : null}
        </span>
        <span className={styles.count}>{t('lists.films', { count: list.filmsCount })}</span>
      </span>
      <span className={styles.mark} data-has={has}>
        {add.isPending ? (
          <Spinner />
        ) : has ? (
          <>
            {waits ? <Clock aria-hidden="true" size={20} /> : <Check aria-hidden="true" size={20} />}
            {t(waits ? 'offline.waiting' : 'filmSearch.added')}
          </>
        ) : (
          <>
            <Plus aria-hidden="true" size={20} />
            <VisuallyHidden>{t('filmSearch.add')}</VisuallyHidden>
          </>
        )}
      </span>
    </button>
  )
}

const maxTitleLength = 200

/** A new list that begins with the film. What was typed stays until the list is there. */
export function NewList({ film }: { film: FilmOfList }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [title, setTitle] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const attempt = useRef({ content: '', key: '' })
  const create = useExclusiveMutation(createListMutation(useQueryClient()))

  const reset = () => {
    setTitle('')
    setPrivate(false)
    setState('closed')
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    if (name === '' || create.isRunning()) return
    const content = JSON.stringify([name, isPrivate])
    if (attempt.current.content !== content) attempt.current = { content, key: uuid() }
    create.mutate(
      {
        list: { title: name, isPrivate, isRanked: false, movies: [{ ...film }] },
        idempotencyKey: attempt.current.key,
      },
      {
        onSuccess: () => {
          toast.success(t('lists.addedTo', { title: name }))
          reset()
        },
        onError: (error) => {
          if (!(error instanceof KeptForLater)) {
            toast.error(t('lists.createFailed'))
            return
          }
          toast.show({ text: t('offline.kept') })
          reset()
        },
      },
    )
  }

  if (state !== 'open')
    return (
      <Button
        // It comes back in the place of the form, which had the focus.
        ref={state === 'closed' ? takeFocus : undefined}
        variant="secondary"
        icon={<Plus size={20} />}
        onClick={() => setState('open')}
      >
        {t('lists.new')}
      </Button>
    )
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextField
        // The form takes the place of the button that was pressed.
        ref={takeFocus}
        label={t('lists.title')}
        value={title}
        maxLength={maxTitleLength}
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      <Switch label={t('lists.makePrivate')} checked={isPrivate} onChange={setPrivate} />
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={() => setState('closed')}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={title.trim() === ''} busy={create.isPending}>
          {t('lists.save')}
        </Button>
      </div>
    </form>
  )
}
