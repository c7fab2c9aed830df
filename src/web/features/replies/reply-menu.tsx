import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { deleteReplyMutation, type Reply } from './replies.api.ts'
import styles from './reply-item.module.css'

/** What the author can do with a comment. */
export function ReplyMenu({ logId, reply }: { logId: string; reply: Reply }) {
  const { t } = useTranslation()
  const place = useRef<HTMLSpanElement>(null)
  const remove = useExclusiveMutation(deleteReplyMutation(useQueryClient(), logId, reply))

  const askToRemove = async () => {
    if (remove.isRunning()) return
    const sure = await confirm({
      title: t('replies.deleteQuestion'),
      confirmLabel: t('common.delete'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (!sure) return
    const next = neighbour(place.current)
    // A failure leaves the comment as it is, without a message.
    remove.mutate(undefined, { onSuccess: () => next?.focus({ preventScroll: true }) })
  }

  return (
    <span ref={place} className={styles.menu}>
      <Menu
        label={t('common.moreOptions')}
        items={[
          {
            label: t('common.delete'),
            icon: <Trash2 size={20} />,
            danger: true,
            onSelect: () => void askToRemove(),
          },
        ]}
      />
    </span>
  )
}

/** Where the focus goes when the comment is gone: the one after it, before it or above it. */
function neighbour(menu: HTMLElement | null): HTMLElement | null {
  const row = menu?.closest('li')
  const beside =
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.parentElement?.closest('li') ?? null
  return beside?.querySelector<HTMLElement>('a, button') ?? null
}
