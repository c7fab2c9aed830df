import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Heart, Minus, Repeat2 } from 'lucide-react'
import { useId, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { commonAudiences } from '#shared/audience.ts'
import type { Log } from '#shared/api/logs.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { firstWords, realReview } from '#shared/review-text.ts'
import { AudiencePicker } from '#web/features/audiences/audience-picker.tsx'
import { audiencesQuery } from '#web/features/audiences/audiences.api.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { refreshRecentGifs } from '#web/features/gifs/gifs.api.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError, isRefusal } from '#web/lib/api.ts'
import { useToday } from '#web/lib/relative-time.tsx'
import { KeptForLater } from '#web/lib/outbox.ts'
import { useFieldsDraft } from '#web/lib/drafts/use-draft.ts'
import { useIsMounted } from '#web/lib/use-is-mounted.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { alert } from '#web/ui/overlays/alert.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { DraftNotice } from '#web/features/drafts/draft-notice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { RatingInput } from '../rating-input.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { isFromReview } from '#web/features/logs/review/backdrop-options.ts'
import { EditorAttachments } from './editor-attachments.tsx'
import {
  logDraftKey,
  parseLogDraft,
  rebase,
  startingDraft,
  submittedFields,
  type EditorFilm,
  type LogDraft,
} from './log-draft.ts'
import styles from './log-editor.module.css'
import { logPath } from '#web/features/logs/log-target.ts'
import { logQuery, memberTagsQuery, submitLogMutation } from '#web/features/logs/logs.api.ts'
import { TagInput } from './tag-input.tsx'

/** Of a text that was written elsewhere, where the member is told of it. */
const wordsShown = 60

interface LogEditorProps {
  userId: string
  film: EditorFilm
  /** The log to change; absent makes a new one. */
  log?: Log
  /** What is unsaved stays as a draft. */
  onClose: () => void
  /** To the search in which the film was chosen. */
  onBack?: (() => void) | undefined
  /** What has the focus after closing, where no press opened it. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Logs a film or changes a log. */
export function LogEditor({ userId, film, log, onClose, onBack, finalFocus }: LogEditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const queryClient = useQueryClient()
  const formId = useId()
  const initial = startingDraft(film, log)
  const { draft, current, image, restored, set, setImage, discard, attemptKey, forget } = useFieldsDraft({
    key: logDraftKey(userId, film.id, log?._id),
    initial,
    parse: (stored) => parseLogDraft(stored, initial),
  })
  const submit = useExclusiveMutation(submitLogMutation(queryClient))
  const { data: known = [] } = useQuery({
    ...memberTagsQuery(userId),
    select: (tags) => tags.map(({ tag }) => tag),
  })
  const today = useToday()
  // False once the member closed the editor: an answer that comes later must not lead away.
  const isOpen = useIsMounted()

  /** The text was changed elsewhere: the member is told what it says now, and decides. */
  const join = async (logId: string) => {
    const theirs = await queryClient.fetchQuery({ ...logQuery(logId), staleTime: 0 })
    set(rebase(current(), startingDraft({ ...film, isFavorite: theirs.isFavorite }, theirs)))
    const text = firstWords(realReview(theirs.review), wordsShown)
    await alert({
      title: t('log.submitFailed'),
      text: text === '' ? t('log.textGone') : t('log.textChanged', { text: isolated(text) }),
      okLabel: t('common.ok'),
    })
  }

  const send = async () => {
    if (submit.isRunning()) return
    const fields = submittedFields(draft, film)
    const sent = {
      film,
      image,
      fields,
      idempotencyKey: attemptKey(draft),
      draft: { of: 'fields', key: logDraftKey(userId, film.id, log?._id), held: draft },
      ...(log ? { logId: log._id } : {}),
    } as const
    let saved: Log
    try {
      saved = await submit.mutateAsync(sent)
    } catch (error) {
      const failed = () => toast.error(t('log.submitFailed'))
      if (log && error instanceof ApiError && error.code === 'log.changed') {
        await join(log._id).catch(failed)
        return
      }
      if (!(error instanceof KeptForLater)) {
        failed()
        return
      }
      // An edit opens again as it waits.
      if (!log) forget()
      toast.show({ text: t('offline.kept') })
      if (isOpen.current) onClose()
      return
    }
    forget()
    if (fields.gif) void refreshRecentGifs(queryClient)
    toast.success(t(log ? 'log.updated' : 'log.submitted'))
    if (!isOpen.current) return
    const path = logPath(saved)
    if (isFromReview(state) && path === paths.review(saved._id)) {
      void navigate(-1)
      return
    }
    onClose()
    void navigate(path, { replace: log !== undefined || path === pathname })
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  const onDiscard = () => {
    const undo = discard()
    toast.show({ text: t('log.draftDiscarded'), action: { label: t('common.undo'), onSelect: undo } })
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={film.title}
      back={onBack && { label: t('common.back'), onPress: onBack }}
      size="form"
      finalFocus={finalFocus}
      footer={
        <div className={styles.footer}>
          {submit.isError && !submit.isPending ? (
            <Failure error={submit.error} onRetry={() => void send()} />
          ) : null}
          <div className={styles.actions}>
            <LogAudience userId={userId} draft={draft} onChange={set} />
            <Button variant="ghost" className={styles.cancel} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} busy={submit.isPending} className={styles.submit}>
              {t(log ? 'log.update' : 'log.log')}
            </Button>
          </div>
        </div>
      }
    >
      <form id={formId} className={styles.form} onSubmit={onSubmit}>
        {restored ? <DraftNotice onDiscard={onDiscard} /> : null}

        <div className={styles.top}>
          <div className={styles.poster}>
            <FilmPoster film={film} sizes="112px" alt="" eager />
          </div>
          <EditorMarks draft={draft} onChange={set} />
        </div>

        <TextArea
          label={t('log.review')}
          placeholder={t('log.reviewPlaceholder')}
          value={draft.review}
          onChange={(event) => set({ review: event.target.value })}
          maxLength={20_000}
          rows={4}
          autoGrow
        />

        <TagInput draft={draft} onChange={set} known={known} />

        <EditorAttachments
          draft={draft}
          onChange={set}
          image={image}
          onImage={setImage}
          savedImage={log?.image ?? null}
        />

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
            className={styles.clearDate}
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

type LogAudienceProps = EditorMarksProps & { userId: string }

/** Whom the log is for: as the member's new ones are until another audience is chosen. */
function LogAudience({ userId, draft, onChange }: LogAudienceProps) {
  const { t } = useTranslation()
  const { data: choices } = useQuery(audiencesQuery(userId))
  const usual = choices?.audiences[draft.review.trim() === '' ? 'logs' : 'reviews']
  const shown = draft.audience ?? commonAudiences.find((audience) => audience === usual) ?? 'members'
  return (
    <AudiencePicker
      label={t('audiences.label')}
      value={shown}
      onChange={(audience) => onChange({ audience })}
    />
  )
}

/** What the same content would meet again is said as well. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.failure}>
      <InlineError
        text={
          isRefusal(error)
            ? t('log.failedBecause', { reason: errorText(error, 'log.submitFailed') })
            : t('log.submitFailed')
        }
      />
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

interface EditorMarksProps {
  draft: LogDraft
  onChange: (patch: Partial<LogDraft>) => void
}

/** Stars, heart and rewatch counter of the log editor. */
function EditorMarks({ draft, onChange }: EditorMarksProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.marks}>
      <RatingInput
        value={draft.rating ?? 0}
        onChange={(rating) => onChange({ rating: rating === 0 ? null : rating })}
      />
      <div className={styles.toggles}>
        <button
          type="button"
          className={styles.chip}
          aria-pressed={draft.favourite}
          onClick={() => onChange({ favourite: !draft.favourite })}
        >
          <Heart aria-hidden="true" size={20} fill={draft.favourite ? 'currentColor' : 'none'} />
          {t('log.favourite')}
        </button>
        <span className={styles.rewatch}>
          <button
            type="button"
            className={styles.chip}
            data-on={draft.rewatchCount > 0}
            onClick={() => onChange({ rewatchCount: draft.rewatchCount + 1 })}
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
              onClick={() => onChange({ rewatchCount: draft.rewatchCount - 1 })}
            />
          ) : null}
        </span>
      </div>
    </div>
  )
}
