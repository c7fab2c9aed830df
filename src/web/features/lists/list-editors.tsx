import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { failureToast } from '#web/features/failures/failures.ts'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { mutualsQuery } from '#web/features/sharing/sharing.api.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import styles from './list-editors.module.css'
import { inviteEditorMutation, removeEditorMutation, type ListDetail } from './lists.api.ts'

/** Whom the owner lets change the films, and the mutual followers who may be asked to. */
export function ListEditors({ list, onClose }: { list: ListDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const heading = useId()
  const invite = useMutation(inviteEditorMutation(queryClient, list._id))
  const remove = useMutation(removeEditorMutation(queryClient, list._id))
  const mutuals = useInfiniteQuery(mutualsQuery(list.user._id))
  const edit = new Set(list.editors.map(({ _id }) => _id))
  const others = pageItems(mutuals.data, ({ _id }) => _id)?.filter(({ _id }) => !edit.has(_id))
  const onError = failureToast('errorPage.title')
  return (
    <Sheet open onClose={onClose} title={t('list.editors.title')}>
      <div className={styles.parts}>
        <p className={styles.hint}>{t('list.editors.hint')}</p>
        {list.editors.length === 0 ? null : (
          <ul className={styles.rows} aria-label={t('list.editors.title')}>
            {list.editors.map((editor) => (
              <li key={editor._id}>
                <MemberRow
                  member={{ ...editor, name: null, isFollowing: true }}
                  note={editor.accepted ? null : t('list.editors.waiting')}
                  action={
                    <RowButton
                      label={t('list.editors.remove', { name: editor.username })}
                      icon={<X size={20} />}
                      busy={remove.isPending}
                      onPress={() => remove.mutate(editor._id, { onError })}
                    />
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <h3 id={heading} className={styles.heading}>
          {t('list.editors.friends')}
        </h3>
        <PagedList
          pages={mutuals}
          items={others}
          skeleton={<LoadingRows count={4} height="3.5rem" />}
          empty={t(edit.size > 0 ? 'list.editors.allAsked' : 'share.empty')}
          drawing="seats"
        >
          {(members) => (
            <ul className={styles.rows} aria-labelledby={heading}>
              {members.map((member) => (
                <li key={member._id}>
                  <MemberRow
                    member={member}
                    action={
                      <RowButton
                        label={t('list.editors.invite', { name: member.username })}
                        icon={<UserPlus size={20} data-mirror="" />}
                        busy={invite.isPending}
                        onPress={() => invite.mutate(member._id, { onError })}
                      />
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Sheet>
  )
}

interface RowButtonProps {
  label: string
  icon: ReactNode
  busy: boolean
  onPress: () => void
}

/** Moves somebody from one of the two lists to the other, so that its row goes away. */
function RowButton({ onPress, ...button }: RowButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  useRowFocus(own)
  return <IconButton {...button} ref={own} onClick={onPress} />
}
