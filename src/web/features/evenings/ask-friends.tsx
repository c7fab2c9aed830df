import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Check, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Evening } from '#shared/api/evenings.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { MemberRow } from '#web/features/members/member-row.tsx'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { mutualsQuery } from '#web/features/sharing/sharing.api.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { inviteMutation, useAsked } from './evenings.api.ts'
import styles from './evenings.module.css'

/** The host asks mutual followers, who are told; whoever is there is not among them. */
export function AskFriends({ evening, memberId }: { evening: Evening; memberId: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" icon={<UserPlus data-mirror="" />} onClick={() => setOpen(true)}>
        {t('tonight.lobby.ask')}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('tonight.lobby.ask')} size="full">
        <Friends evening={evening} memberId={memberId} />
      </Sheet>
    </>
  )
}

function Friends({ evening, memberId }: { evening: Evening; memberId: string }) {
  const { t } = useTranslation()
  const asked = useAsked(evening.code)
  const invite = useMutation(inviteMutation(evening.code))
  const mutuals = useInfiniteQuery(mutualsQuery(memberId))
  const there = new Set(
    evening.people.flatMap(({ member, hasLeft }) => (member && !hasLeft ? member._id : [])),
  )
  const friends = pageItems(mutuals.data, ({ _id }) => _id)?.filter(({ _id }) => !there.has(_id))
  const ask = (id: string) => {
    if (asked.has(id)) return
    invite.mutate(id, { onError: failureToast('common.notDone') })
  }
  return (
    <PagedList
      pages={mutuals}
      items={friends}
      skeleton={<LoadingRows count={4} height="3.5rem" />}
      empty={t('share.empty')}
      drawing="seats"
    >
      {(members) => (
        <ul className={styles.friends}>
          {members.map((member) => (
            <li key={member._id}>
              <MemberRow
                member={member}
                note={asked.has(member._id) ? t('tonight.lobby.asked') : null}
                action={
                  <IconButton
                    label={t('tonight.lobby.askNamed', { name: member.username })}
                    icon={asked.has(member._id) ? <Check size={20} /> : <UserPlus size={20} data-mirror="" />}
                    aria-disabled={asked.has(member._id) || undefined}
                    busy={invite.isPending}
                    onClick={() => ask(member._id)}
                  />
                }
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
