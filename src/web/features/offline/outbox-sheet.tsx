import { Bookmark, Clapperboard, Heart, List, MessageCircle, type LucideIcon } from 'lucide-react'
import { logDialog } from '#web/features/logs/dialog/log-dialog.ts'
import { useCopyText } from '#web/features/links/use-link-items.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { saveDraft } from '#web/lib/drafts/draft-store.ts'
import { loadPage } from '#web/lib/page-load.ts'
import type { ChangeKind, FormDraft, Outbox, WaitingChange } from '#web/lib/outbox.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Row, RowIcon, Rows, RowTexts } from '#web/ui/layout/rows.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { isWrittenSince } from './outbox.ts'
import styles from './outbox-sheet.module.css'

interface OutboxSheetProps {
  outbox: Outbox
  title: string
  open: boolean
  onClose: () => void
}

/** What waits to be sent, what became of it, and what the member can do about it. */
export function OutboxSheet({ outbox, title, open, onClose }: OutboxSheetProps) {
  const { t } = useTranslation()
  const { waiting, sent, isSending } = outbox
  const next = waiting.find(({ refusal }) => refusal === null)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        next ? (
          <Button className={styles.send} busy={isSending} onClick={outbox.sendNow}>
            {t('outbox.sendNow')}
          </Button>
        ) : undefined
      }
    >
      {waiting.length === 0 ? <p>{t('outbox.empty')}</p> : null}
      <Rows>
        {sent.map((change) => (
          <Row key={change.id}>
            <ChangeTexts change={change} state="sent" />
          </Row>
        ))}
        {waiting.map((change) => (
          <Row key={change.id}>
            <ChangeTexts
              change={change}
              state={change.refusal ? 'needsYou' : isSending && change === next ? 'sending' : 'waiting'}
            />
            <ChangeActs change={change} outbox={outbox} onLeave={onClose} />
          </Row>
        ))}
      </Rows>
    </Sheet>
  )
}

const icons: Record<ChangeKind, LucideIcon> = {
  log: Clapperboard,
  editLog: Clapperboard,
  comment: MessageCircle,
  listComment: MessageCircle,
  likeLog: Heart,
  likeComment: Heart,
  likeListComment: Heart,
  likeList: Heart,
  watchlist: Bookmark,
  newList: List,
  editList: List,
  addToList: List,
}

const takenBack = {
  likeLog: 'outbox.kinds.unlikeLog',
  likeComment: 'outbox.kinds.unlikeComment',
  likeListComment: 'outbox.kinds.unlikeComment',
  likeList: 'outbox.kinds.unlikeList',
  watchlist: 'outbox.kinds.unwatchlist',
} as const

/** The words of a change whose form is gone with what it was about; null of one whose form is still there. */
function wordsOf({ kind, call: { body = {} } }: WaitingChange): string | null {
  const { text, review, title, description } = body
  const films = (body as { movies?: { note?: string }[] }).movies ?? []
  const words = {
    comment: [text],
    listComment: [text],
    editLog: [review],
    editList: [title, description, ...films.map(({ note }) => note)],
  }
  if (!(kind in words)) return null
  return words[kind as keyof typeof words].filter(Boolean).join('\n\n')
}

/** Keeps what a form opens with; false where there is no room for it. */
async function keepDraft({ of, key, held }: FormDraft, image: File | Blob | null): Promise<boolean> {
  try {
    if (of === 'fields') localStorage.setItem(key, JSON.stringify({ draft: held, attempt: null }))
    else if (!(await saveDraft('lists', key, held as object))) return false
  } catch {
    return false
  }
  return saveDraft('pictures', key, image)
}

interface ChangeTextsProps {
  change: WaitingChange
  state: 'waiting' | 'sending' | 'needsYou' | 'sent'
}

/** What it is, how it stands, and why it was refused. */
function ChangeTexts({ change: { kind, wanted, about, refusal, madeAt }, state }: ChangeTextsProps) {
  const { t } = useTranslation()
  const Icon = icons[kind]
  const name = t(
    wanted === false && kind in takenBack
      ? takenBack[kind as keyof typeof takenBack]
      : `outbox.kinds.${kind}`,
  )
  return (
    <>
      <RowIcon>
        <Icon />
      </RowIcon>
      <RowTexts
        name={name}
        fact={
          <>
            <span className={styles.chip} data-state={state}>
              {t(`offline.${state}`)}
            </span>{' '}
            <Age at={new Date(madeAt).toISOString()} />
          </>
        }
      >
        {about === '' ? null : (
          <bdi className={styles.about} dir="auto">
            {about}
          </bdi>
        )}
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {errorText(
              new ApiError(400, refusal.code, refusal.text, [], refusal.retryAfter),
              'errorPage.title',
            )}
          </p>
        ) : null}
      </RowTexts>
    </>
  )
}

interface ChangeActsProps {
  change: WaitingChange
  outbox: Outbox
  /** The sheet is left for the form. */
  onLeave: () => void
}

function ChangeActs({ change, outbox, onLeave }: ChangeActsProps) {
  const { t } = useTranslation()
  const { kind, refusal, draft, path } = change
  const copy = useCopyText()
  const words = refusal?.code.endsWith('.not_found') ? wordsOf(change) : null
  const discard = async () => {
    const sure = await confirmDanger({
      title: t('outbox.discardTitle'),
      text: t('outbox.discardText'),
      confirmLabel: t('outbox.discard'),
    })
    if (sure) await outbox.discard(change)
  }
  const edit = async () => {
    if (!draft) return
    const image = change.call.files?.['image'] ?? null
    const replaces = await isWrittenSince(draft, image)
    if (
      replaces &&
      !(await confirmDanger({
        title: t('outbox.replaceTitle'),
        text: t('outbox.replaceText'),
        confirmLabel: t('outbox.replace'),
      }))
    )
      return
    // It stays where the storage has no room for its draft.
    if (!(await keepDraft(draft, image))) {
      toast.error(t('errorPage.title'))
      return
    }
    await outbox.discard(change)
    onLeave()
    const { movieId, title, poster } = change.call.body ?? {}
    if (kind !== 'log' || typeof movieId !== 'number') loadPage(path)
    else
      logDialog.open({ id: movieId, title: String(title), poster: poster ? String(poster) : null, year: '' })
  }
  return (
    <div className={styles.acts}>
      {words ? (
        <Button variant="secondary" size="sm" onClick={() => void copy(words, t('outbox.copied'))}>
          {t('outbox.copy')}
        </Button>
      ) : null}
      {refusal && draft && words === null ? (
        <Button variant="secondary" size="sm" onClick={() => void edit()}>
          {t('outbox.edit')}
        </Button>
      ) : null}
      {refusal ? (
        <Button variant="secondary" size="sm" onClick={() => void outbox.sendAsNew(change)}>
          {t('outbox.sendAsNew')}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" onClick={() => void discard()}>
        {t('outbox.discard')}
      </Button>
    </div>
  )
}
