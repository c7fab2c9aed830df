import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { isPrivateAudience } from '#shared/audience.ts'
import { ListAudiencePicker } from '#web/features/audiences/audience-picker.tsx'
import { audiencesQuery } from '#web/features/audiences/audiences.api.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { TagInput } from '#web/features/logs/editor/tag-input.tsx'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { ApiError, isRefusal } from '#web/lib/api.ts'
import { KeptForLater } from '#web/lib/outbox.ts'
import { useUnsavedChanges } from '#web/lib/drafts/use-unsaved-changes.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DraftNotice } from '#web/features/drafts/draft-notice.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { CoverField, useListCover } from './cover-field.tsx'
import { FormFilms } from './form-films.tsx'
import type { ListFormState } from './list-draft.ts'
import styles from './list-form.module.css'
import { isComplete, maxDescriptionLength, maxTitleLength } from './list-values.ts'

interface ListFormProps {
  /** Whose list it is. */
  userId: string
  /** All else is the owner's. */
  filmsOnly?: boolean
  heading: string
  form: ListFormState
  maxFilms: number
  /** Said when the list has that many. */
  fullText: string
  /** What a failed save is called. */
  failedText: string
  /**
   * Sends what the form holds. False when the form was brought up to date instead, and is to be sent again;
   * rejects when it could not be sent.
   */
  send: () => Promise<boolean>
  onSaved: () => void
  /** Tells that the list could not be saved; `reason` is null where nothing more is known. */
  onFailed: (reason: string | null) => void
  onBack: () => void
}

/** Makes or changes a list. */
export function ListForm({
  userId,
  filmsOnly = false,
  heading,
  form,
  maxFilms,
  fullText,
  failedText,
  send,
  onSaved,
  onFailed,
  onBack,
}: ListFormProps) {
  const { t } = useTranslation()
  const formId = useId()
  const cover = useListCover(form)
  const { values, set } = form
  const [isSaving, setSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const saving = useRef(false)
  const [newTag, setNewTag] = useState('')
  const { data: known = [] } = useQuery({
    ...memberTagsQuery(userId),
    select: (tags) => tags.map(({ tag }) => tag),
    enabled: !filmsOnly,
  })

  const { data: choices } = useQuery({ ...audiencesQuery(userId), enabled: !filmsOnly })
  const usual = choices?.audiences.lists ?? 'members'
  // What is not private is as new ones are, to members where these are private too.
  const openAudience = isPrivateAudience(usual) ? 'members' : usual

  const release = useUnsavedChanges({
    dirty: form.dirty,
    ask: () => {
      // Stored while the member reads: a page that goes right after its form takes what is being stored with it.
      form.saveNow()
      return confirm({
        title: t('editProfile.leave.question'),
        text: t('listForm.leaveText'),
        confirmLabel: t('editProfile.leave.action'),
        cancelLabel: t('editProfile.leave.stay'),
      })
    },
  })

  /** A picture that was uploaded in an earlier visit may be gone: once more then. */
  const sendAll = async (): Promise<boolean> => {
    if (!(await cover.send())) throw new ApiError(0, 'offline', '')
    try {
      return await send()
    } catch (error) {
      const isPictureLost = error instanceof ApiError && error.issues.some(({ path }) => path === 'picture')
      if (!isPictureLost || !cover.lost()) throw error
      return sendAll()
    }
  }

  const save = async () => {
    if (saving.current || !isComplete(form.current().values)) return
    saving.current = true
    setSaving(true)
    setFault(null)
    try {
      if (await sendAll()) {
        release()
        form.forget()
        toast.success(t('listForm.saved'))
        onSaved()
      }
    } catch (error) {
      if (error instanceof KeptForLater) {
        release()
        // An edit opens again as it waits.
        if (form.basedOn === null) form.forget()
        toast.show({ text: t('offline.kept') })
        onSaved()
        return
      }
      // What the same content would meet again is said as well.
      const reason = isRefusal(error) ? errorText(error, 'errorPage.title') : null
      setFault(reason === null ? failedText : `${failedText} ${reason}`)
      onFailed(reason)
    } finally {
      saving.current = false
      setSaving(false)
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }

  const onDiscard = () => {
    const undo = form.discard()
    toast.show({ text: t('log.draftDiscarded'), action: { label: t('common.undo'), onSelect: undo } })
  }

  return (
    <>
      <TopBar
        title={heading}
        onBack={onBack}
        action={
          <Button type="submit" form={formId} size="sm" busy={isSaving} disabled={!isComplete(values)}>
            {t('lists.save')}
          </Button>
        }
      />
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        {form.restored || fault !== null ? (
          <div className={styles.notes}>
            {form.restored ? <DraftNotice onDiscard={onDiscard} /> : null}
            {fault === null ? null : (
              <div className={styles.failure}>
                <InlineError text={fault} />
                <Button variant="secondary" size="sm" onClick={() => void save()}>
                  {t('common.retry')}
                </Button>
              </div>
            )}
          </div>
        ) : null}
        {filmsOnly ? null : (
          <>
            <CoverField values={values} file={form.coverFile} cover={cover} />
            <div className={styles.fields}>
              <TextField
                label={t('lists.title')}
                name="title"
                value={values.title}
                maxLength={maxTitleLength}
                dir={values.title === '' ? undefined : 'auto'}
                autoComplete="off"
                required
                onChange={(event) => set({ title: event.target.value })}
              />
              <TextArea
                label={t('listForm.description')}
                name="description"
                value={values.description}
                maxLength={maxDescriptionLength}
                rows={3}
                autoGrow
                onChange={(event) => set({ description: event.target.value })}
              />
              <TagInput
                draft={{ tags: values.tags, newTag }}
                onChange={(patch) => {
                  if (patch.newTag !== undefined) setNewTag(patch.newTag)
                  if (patch.tags) set({ tags: patch.tags })
                }}
                known={known}
              />
              <div className={styles.choices}>
                <Checkbox
                  label={t('lists.makePrivate')}
                  checked={values.isPrivate}
                  onChange={(isPrivate) => {
                    // The picker shows another audience now, which a chosen one has to follow.
                    const shown = isPrivate ? 'me' : openAudience
                    set({ isPrivate, audience: values.audience === null ? null : shown })
                  }}
                />
                <Checkbox
                  label={t('listForm.ranked')}
                  checked={values.isRanked}
                  onChange={(isRanked) => set({ isRanked })}
                />
                <ListAudiencePicker
                  label={t('audiences.label')}
                  value={values.audience ?? (values.isPrivate ? 'me' : openAudience)}
                  onChange={(audience) => set({ audience, isPrivate: isPrivateAudience(audience) })}
                />
              </div>
            </div>
          </>
        )}
        <FormFilms form={form} maxFilms={maxFilms} fullText={fullText} />
      </form>
    </>
  )
}

/** The form's outline while the list, or a draft of it, is on its way. */
export function ListFormSkeleton() {
  return (
    <div className={styles.form} aria-busy="true">
      <Skeleton height="auto" radius="var(--radius-poster)" className={styles.cover} />
      <div className={styles.fields}>
        <Skeleton height="4.5rem" radius="var(--radius-input)" />
        <Skeleton height="8rem" radius="var(--radius-input)" />
        <Skeleton height="2.75rem" radius="var(--radius-input)" />
      </div>
      <section>
        <LoadingRows count={4} height="5.5rem" />
      </section>
    </div>
  )
}
