import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart, ImagePlus, Minus, Repeat2, X } from 'lucide-react'
import { useCallback, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Log } from '#shared/api/logs.ts'
import { realReview } from '#shared/review-text.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { localDay } from '#web/lib/local-day.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { StarInput } from '#web/ui/star-input.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { draftKey, imageFault, type LogDraft } from './log-draft.ts'
import { logPath } from './log-target.ts'
import { submitLogMutation, type LogFields } from './logs.api.ts'
import { useLogDraft } from './use-log-draft.ts'
import styles from './log-editor.module.css'

export interface EditorFilm {
  id: number
  title: string
  /** Ready to show. */
  poster: string | null
  backdrop: string | null
  isFavorite: boolean
}

interface LogEditorProps {
  userId: string
  film: EditorFilm
  /** The log to change; absent makes a new one. */
  log?: Log
  onClose: () => void
}

function startingDraft(film: EditorFilm, log: Log | undefined): LogDraft {
  if (!log) {
    return {
      rating: null,
      review: '',
      favourite: film.isFavorite,
      rewatchCount: 0,
      watchedAt: localDay(new Date()),
      removeImage: false,
    }
  }
  return {
    rating: log.rating,
    review: realReview(log.review),
    favourite: film.isFavorite,
    rewatchCount: log.rewatchCount,
    watchedAt: log.watchedAt ?? '',
    removeImage: false,
  }
}

/** Absent fields stay as they are, so the heart is only sent when the member touched it. */
function submittedFields(draft: LogDraft, film: EditorFilm): LogFields {
  return {
    review: draft.review.trim(),
    rating: draft.rating ?? 0,
    rewatch: draft.rewatchCount > 0,
    rewatchCount: draft.rewatchCount,
    watchedAt: draft.watchedAt,
    ...(draft.favourite === film.isFavorite ? {} : { favorite: draft.favourite }),
    ...(draft.removeImage ? { removeImage: true } : {}),
  }
}

/** The chosen file as a picture; its address lives as long as the picture is shown. */
function FilePreview({ file, alt }: { file: File; alt: string }) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture) return undefined
      const url = URL.createObjectURL(file)
      picture.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} alt={alt} />
}

/** Logs a film or changes a log (specification 2, section 2, "Log / edit-log screen"). */
export function LogEditor({ userId, film, log, onClose }: LogEditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const formId = useId()
  const { draft, image, restored, set, setImage, discard, attemptKey, forget } = useLogDraft(
    draftKey(userId, film.id, log?._id),
    startingDraft(film, log),
  )
  const [fault, setFault] = useState<ReturnType<typeof imageFault>>(null)
  const submit = useMutation(submitLogMutation(queryClient))
  const keptImage = draft.removeImage ? null : (log?.image ?? null)
  const [today] = useState(() => localDay(new Date()))

  const send = () => {
    if (submit.isPending) return
    submit.mutate(
      {
        film,
        image,
        fields: submittedFields(draft, film),
        idempotencyKey: attemptKey(),
        ...(log ? { logId: log._id } : {}),
      },
      {
        onSuccess: (saved) => {
          forget()
          toast.success(t(log ? 'log.updated' : 'log.submitted'))
          onClose()
          void navigate(logPath(saved), { replace: log !== undefined })
        },
        onError: () => toast.error(t('log.submitFailed')),
      },
    )
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }

  const pick = (file: File) => {
    const found = imageFault(file)
    setFault(found)
    if (found === null) setImage(file)
  }

  const takeImageAway = () => {
    setFault(null)
    setImage(null)
    if (log?.image) set({ removeImage: true })
  }

  const onDiscard = () => {
    setFault(null)
    const undo = discard()
    toast.show({ text: t('log.draftDiscarded'), action: { label: t('common.undo'), onSelect: undo } })
  }

  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={film.title}
      closeLabel={t('common.close')}
      size="md"
      footer={
        <div className={styles.footer}>
          {submit.isError && !submit.isPending ? (
            <div className={styles.failure}>
              <InlineError text={t('log.submitFailed')} />
              <Button variant="secondary" size="sm" onClick={send}>
                {t('common.retry')}
              </Button>
            </div>
          ) : null}
          <Button type="submit" form={formId} busy={submit.isPending} className={styles.submit}>
            {t(log ? 'log.update' : 'log.log')}
          </Button>
        </div>
      }
    >
      <form id={formId} className={styles.form} onSubmit={onSubmit}>
        {restored ? (
          <p className={styles.restored} role="status">
            <span>{t('log.draftRestored')}</span>
            <span aria-hidden="true">·</span>
            <button type="button" className={styles.discard} onClick={onDiscard}>
              {t('log.discard')}
            </button>
          </p>
        ) : null}

        <div className={styles.top}>
          <div className={styles.poster}>
            <FilmPoster film={film} sizes="112px" alt="" eager />
          </div>
          <div className={styles.marks}>
            <StarInput
              value={draft.rating ?? 0}
              onChange={(rating) => set({ rating: rating === 0 ? null : rating })}
              labels={{
                slider: t('log.rating'),
                decrease: t('log.ratingDown'),
                increase: t('log.ratingUp'),
                clear: t('log.ratingClear'),
                valueText: (n) => (n === 0 ? t('log.unrated') : t('common.stars', { value: n })),
              }}
            />
            <div className={styles.toggles}>
              <button
                type="button"
                className={styles.chip}
                aria-pressed={draft.favourite}
                onClick={() => set({ favourite: !draft.favourite })}
              >
                <Heart aria-hidden="true" size={20} fill={draft.favourite ? 'currentColor' : 'none'} />
                {t('log.favourite')}
              </button>
              <span className={styles.rewatch}>
                <button
                  type="button"
                  className={styles.chip}
                  data-on={draft.rewatchCount > 0}
                  onClick={() => set({ rewatchCount: draft.rewatchCount + 1 })}
                >
                  <Repeat2 aria-hidden="true" size={20} />
                  {t('log.rewatch')}
                  {draft.rewatchCount > 0 ? (
                    <bdi className={styles.count} dir="ltr">
                      {draft.rewatchCount}x
                    </bdi>
                  ) : null}
                </button>
                {draft.rewatchCount > 0 ? (
                  <IconButton
                    label={t('log.rewatchDown')}
                    icon={<Minus size={20} />}
                    onClick={() => set({ rewatchCount: draft.rewatchCount - 1 })}
                  />
                ) : null}
              </span>
            </div>
          </div>
        </div>

        <TextArea
          label={t('log.review')}
          placeholder={t('log.reviewPlaceholder')}
          value={draft.review}
          onChange={(event) => set({ review: event.target.value })}
          maxLength={20_000}
          rows={4}
          dir="auto"
          autoGrow
        />

        <div className={styles.attachments}>
          {image === null && keptImage === null ? (
            <FileButton accept="image/*" onFile={pick} icon={<ImagePlus size={20} />}>
              {t('log.addImage')}
            </FileButton>
          ) : (
            <div className={styles.preview}>
              {image === null ? (
                <img src={keptImage ?? undefined} alt={t('log.imagePreview')} />
              ) : (
                <FilePreview file={image} alt={t('log.imagePreview')} />
              )}
              <IconButton
                className={styles.remove}
                variant="overlay"
                label={t('log.removeImage')}
                icon={<X size={20} />}
                onClick={takeImageAway}
              />
            </div>
          )}
          {fault === null ? null : <InlineError text={t(`errors.${fault}`)} />}
        </div>

        <div className={styles.date}>
          <TextField
            type="date"
            label={t('log.watchedDate')}
            value={draft.watchedAt}
            max={today}
            onChange={(event) => set({ watchedAt: event.target.value })}
          />
          <Button
            variant="ghost"
            size="sm"
            disabled={draft.watchedAt === ''}
            onClick={() => set({ watchedAt: '' })}
          >
            {t('log.clearDate')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
