import { useQueryClient } from '@tanstack/react-query'
import { EyeOff, ImagePlus, SendHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import * as z from 'zod/mini'
import type { GifItem } from '#shared/api/gifs.ts'
import { refreshRecentGifs } from '#web/features/gifs/gifs.api.ts'
import { useGifPicker } from '#web/features/gifs/use-gif-picker.tsx'
import { imageError } from '#web/features/logs/editor/log-draft.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { useFieldsDraft } from '#web/lib/drafts/use-draft.ts'
import { KeptForLater } from '#web/lib/outbox.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { ComposerBar, sendButtonClass } from '#web/ui/fields/composer-bar.tsx'
import { DraftNotice } from '#web/features/drafts/draft-notice.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { useKeyboardInset } from '#web/ui/keyboard-inset.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { useObjectUrl } from '#web/ui/pictures/picture-source.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './composer.module.css'
import { createReplyMutation, type Reply, type Thread } from './replies.api.ts'

/** Characters; the server checks again. */
const maxTextLength = 5000

const empty: ReplyDraft = { text: '', spoilers: false, gif: null }

/** What was written while `sent` was on its way. */
const withoutSent = (now: ReplyDraft, sent: ReplyDraft): ReplyDraft => ({
  text: now.text.startsWith(sent.text) ? now.text.slice(sent.text.length) : '',
  spoilers: false,
  gif: now.gif === sent.gif ? null : now.gif,
})

interface ComposerProps {
  thread: Thread
  /** The comment to answer; null comments on the log or the list. */
  parent: { id: string; username: string } | null
  /** Whom a comment on the log is for, where the text begins with that name too. */
  to?: string
  placeholder: string
  /** Changes with every press of Reply: the field takes the focus again. */
  asked?: object | null | undefined
  onSent: (reply: Reply) => void
  /** Offers to comment on the log after all; called when that is chosen. */
  onCancel?: (() => void) | undefined
  /** What the offer does on a screen where it means something else. */
  cancelLabel?: string
}

/**
 * Writes a comment or an answer: text, one GIF, one image. It
 * stays in sight at the bottom of the page, above the navigation and above an on-screen keyboard.
 */
export function Composer({
  thread,
  parent,
  to,
  placeholder,
  asked,
  onSent,
  onCancel,
  cancelLabel,
}: ComposerProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const member = useMember()
  const dock = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const parentId = parent?.id ?? null
  const addressee = parent?.username ?? to
  const { draft, image, restored, set, setImage, discard, attemptKey, forgetSent } = useFieldsDraft({
    key: replyDraftKey(member?._id ?? '', thread, parentId),
    initial: addressee === undefined ? empty : { ...empty, text: `@${addressee} ` },
    parse: parseReplyDraft,
  })
  const [fault, setFault] = useState<ReturnType<typeof imageError>>(null)
  const create = useExclusiveMutation(createReplyMutation(queryClient, thread))
  const failed =
    create.isError && !(create.error instanceof KeptForLater) && create.variables.parentId === parentId
  const gifs = useGifPicker((gif) => set({ gif }))
  useKeyboardInset(dock)

  useEffect(() => {
    const area = field.current
    if (!area || (parentId === null && to === undefined && !asked)) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [parentId, to, asked])

  const send = async () => {
    if (isBlank(draft, image) || create.isRunning()) return
    field.current?.focus()
    const content = sentContent(draft)
    const key = replyDraftKey(member?._id ?? '', thread, parentId)
    const submission = {
      ...content,
      parentId,
      image,
      idempotencyKey: attemptKey(content),
      draft: { of: 'fields' as const, key, held: draft },
    }
    try {
      const reply = await create.mutateAsync(submission)
      forgetSent((now) => withoutSent(now, draft), empty)
      if (draft.gif) void refreshRecentGifs(queryClient)
      onSent(reply)
    } catch (error) {
      // Any other error is shown beside the field, which keeps everything.
      if (error instanceof KeptForLater) forgetSent((now) => withoutSent(now, draft), empty)
    }
  }

  const attach = (file: File) => {
    const found = imageError(file)
    setFault(found)
    if (found === null) setImage(file)
    field.current?.focus()
  }

  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    attach(file)
  }

  const onDiscard = () => {
    setFault(null)
    field.current?.focus()
    const undo = discard()
    toast.show({ text: t('log.draftDiscarded'), action: { label: t('common.undo'), onSelect: undo } })
  }

  return (
    <ComposerBar
      ref={dock}
      fieldRef={field}
      label={placeholder}
      text={draft.text}
      onText={(text) => set({ text })}
      onSend={() => void send()}
      onPaste={onPaste}
      maxLength={maxTextLength}
      before={
        <>
          <FileButton
            className={styles.attach}
            accept="image/*"
            variant="ghost"
            icon={<ImagePlus />}
            onFile={attach}
          >
            <VisuallyHidden>{t('log.addImage')}</VisuallyHidden>
          </FileButton>
          <IconButton
            label={t('replies.addGif')}
            aria-haspopup="dialog"
            icon={<span className={styles.gif}>GIF</span>}
            busy={gifs.isLoading}
            onClick={gifs.open}
          />
        </>
      }
      send={
        <IconButton
          type="submit"
          className={sendButtonClass}
          variant="filled"
          label={t('replies.send')}
          icon={<SendHorizontal data-mirror="" />}
          aria-disabled={isBlank(draft, image) || undefined}
          busy={create.isPending}
        />
      }
    >
      {addressee !== undefined && onCancel ? (
        <p className={styles.line}>
          <span className={styles.answering}>
            {t('replies.answering')} <bdi>@{addressee}</bdi>
          </span>
          <IconButton
            label={
              cancelLabel ?? t(thread.on === 'log' ? 'replies.stopAnswering' : 'replies.stopAnsweringOnList')
            }
            icon={<X size={18} />}
            onClick={() => {
              field.current?.focus()
              onCancel()
            }}
          />
        </p>
      ) : null}
      {restored ? <DraftNotice onDiscard={onDiscard} /> : null}
      <ComposerPreview
        gif={draft.gif}
        image={image}
        onRemoveGif={() => {
          field.current?.focus()
          set({ gif: null })
        }}
        onRemoveImage={() => {
          field.current?.focus()
          setImage(null)
        }}
      />
      {isBlank(draft, image) ? null : (
        <button
          type="button"
          className={styles.spoilers}
          aria-pressed={draft.spoilers}
          onClick={() => set({ spoilers: !draft.spoilers })}
        >
          <EyeOff size={16} aria-hidden="true" />
          {t('replies.spoilers')}
        </button>
      )}
      {fault === null ? null : <InlineError text={t(`errors.${fault}`)} />}
      {failed && !create.isPending ? (
        <div className={styles.failure}>
          <InlineError text={errorText(create.error, 'replies.sendFailed')} />
          <Button variant="secondary" size="sm" onClick={() => void send()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
      <VisuallyHidden>
        <span role="status">{create.isPending ? t('replies.sending') : null}</span>
      </VisuallyHidden>
      {gifs.picker}
    </ComposerBar>
  )
}

interface ComposerPreviewProps {
  gif: GifItem | null
  image: File | null
  onRemoveGif: () => void
  onRemoveImage: () => void
}

/** The GIF and the image that will be sent. */
function ComposerPreview({ gif, image, onRemoveGif, onRemoveImage }: ComposerPreviewProps) {
  const { t } = useTranslation()
  const url = useObjectUrl(image)
  if (gif === null && image === null) return null
  return (
    <ul className={styles.media}>
      {image === null ? null : (
        <li className={styles.item}>
          <img className={styles.picture} src={url ?? undefined} alt={t('log.imagePreview')} />
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('log.removeImage')}
            icon={<X size={18} />}
            onClick={onRemoveImage}
          />
        </li>
      )}
      {gif === null ? null : (
        <li className={styles.item}>
          <img
            className={styles.picture}
            src={gif.still}
            width={gif.width}
            height={gif.height}
            alt={t('gifs.alt', { title: gif.title })}
          />
          <IconButton
            className={styles.remove}
            variant="overlay"
            label={t('replies.removeGif')}
            icon={<X size={18} />}
            onClick={onRemoveGif}
          />
        </li>
      )}
    </ul>
  )
}

const gif = z.object({
  id: z.string(),
  url: z.string(),
  still: z.string(),
  width: z.number(),
  height: z.number(),
  title: z.string(),
}) satisfies z.ZodMiniType<GifItem>

/** What a composer holds besides a picture. */
const replyDraft = z.object({
  text: z.string(),
  spoilers: z._default(z.boolean(), false),
  gif: z.nullable(gif),
})
type ReplyDraft = z.output<typeof replyDraft>

const parseReplyDraft = (stored: unknown): ReplyDraft => replyDraft.parse(stored)

/** Drafts belong to a member, a log and, for an answer, to the comment that it answers. */
export function replyDraftKey(userId: string, { id }: Thread, parentId: string | null): string {
  return `draft:${userId}:reply:${id}${parentId === null ? '' : `:${parentId}`}`
}

/** What is sent besides a picture. */
const sentContent = ({ text, spoilers, gif: chosen }: ReplyDraft) => ({
  text: text.trim(),
  spoilers,
  gif: chosen?.url ?? null,
})

/** Whether there is nothing to send. */
function isBlank({ text, gif: chosen }: ReplyDraft, image: File | null): boolean {
  return text.trim() === '' && chosen === null && image === null
}
