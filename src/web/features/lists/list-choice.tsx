import { useQueryClient } from '@tanstack/react-query'
import { Check, Lock, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { addToListMutation, type ListedFilm, type OwnList } from './add-to-list.api.ts'
import { ListCover } from './list-cover.tsx'
import styles from './list-choice.module.css'

interface ListChoiceProps {
  list: OwnList
  film: ListedFilm
  /** Said when the list could not take it. */
  failedText: string
}

/** One of one's lists: a press puts the film into it; one that has it says so. */
export function ListChoice({ list, film, failedText }: ListChoiceProps) {
  const { t } = useTranslation()
  const add = useExclusiveMutation(addToListMutation(useQueryClient(), film, list._id))
  const has = list.hasFilm || add.isSuccess || isThereAlready(add.error)
  const press = () => {
    if (has) return
    add.mutate(undefined, {
      onSuccess: () => toast.success(t('lists.addedTo', { title: list.title })),
      onError: (error) => {
        if (!isThereAlready(error)) toast.error(failedText)
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
            <Check aria-hidden="true" size={20} />
            {t('filmSearch.added')}
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

const isThereAlready = (error: unknown) => error instanceof ApiError && error.status === 409
