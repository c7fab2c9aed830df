import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, BellOff, EyeOff, UserMinus, Volume2 } from 'lucide-react'
import type { Mute } from '#shared/api/members.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation, withTexts } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { askBy } from '#web/ui/overlays/alert.tsx'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { onDemand } from '#web/ui/overlays/on-demand.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { blockMutation, muteFilmMutation, unmuteFilmMutation, unmuteMutation } from './safety.api.ts'
import styles from './safety.module.css'

const MuteDialog = onDemand(async () => (await withTexts(import('./mute-dialog.tsx'), 'app')).MuteDialog)

/** What a block does. */
const blockEffects = [
  { icon: <EyeOff size={20} aria-hidden="true" />, text: 'safety.block.unseen' },
  { icon: <UserMinus size={20} aria-hidden="true" />, text: 'safety.block.follows' },
  { icon: <BellOff size={20} aria-hidden="true" />, text: 'safety.block.quiet' },
] as const

interface SafetyOptions {
  /** How the viewer muted the member, where that is known. */
  mute?: Mute | undefined
  /** Leads on after a block, where the screen was the member's own. */
  leave?: (() => void | Promise<void>) | undefined
}

/** Entries of a menu about another member: to mute and to block them. None about oneself, or for guests. */
export function useSafetyItems(): (
  member: { _id: string; username: string },
  options?: SafetyOptions,
) => MenuItem[] {
  const { t } = useTranslation()
  const viewer = useMember()
  const queryClient = useQueryClient()
  const viewerId = viewer?._id ?? ''
  const block = useMutation(blockMutation(queryClient, viewerId))
  const unmute = useMutation(unmuteMutation(queryClient, viewerId))

  const askToBlock = async (member: { _id: string; username: string }, leave: SafetyOptions['leave']) => {
    const sure = await confirmDanger({
      title: t('safety.block.question', { name: member.username }),
      text: (
        <>
          {blockEffects.map(({ icon, text }) => (
            <span key={text} className={styles.effect}>
              {icon}
              {t(text)}{' '}
            </span>
          ))}
        </>
      ),
      confirmLabel: t('safety.block.confirm'),
    })
    if (!sure) return
    try {
      // The menu may be gone by then.
      await block.mutateAsync({ targetId: member._id, leave })
      toast.success(t('safety.block.done', { name: member.username }))
    } catch (error) {
      failureToast('common.saveFailed')(error)
    }
  }

  return (member, { mute, leave } = {}) => {
    if (!viewer || viewer._id === member._id) return []
    return [
      mute
        ? {
            label: t('safety.unmute.action', { name: member.username }),
            icon: <Volume2 size={20} data-mirror="" />,
            onSelect: () =>
              unmute.mutate(member._id, {
                onSuccess: () => toast.success(t('safety.unmute.done', { name: member.username })),
                onError: failureToast('common.saveFailed'),
              }),
          }
        : {
            label: t('safety.mute.action', { name: member.username }),
            icon: <BellOff size={20} />,
            onSelect: () =>
              void askBy((dialog) => (
                <MuteDialog
                  {...dialog}
                  viewerId={viewer._id}
                  member={member}
                  onClose={() => dialog.answer(false)}
                />
              )),
          },
      {
        label: t('safety.block.action', { name: member.username }),
        icon: <Ban size={20} />,
        danger: true,
        onSelect: () => void askToBlock(member, leave),
      },
    ]
  }
}

/** Hides what others say of a film until it is seen, and offers to take that back. */
export function useHideFilm(): (film: { id: number; title: string }) => void {
  const { t } = useTranslation()
  const viewerId = useMember()?._id ?? ''
  const queryClient = useQueryClient()
  const hide = useMutation(muteFilmMutation(queryClient, viewerId))
  const show = useMutation(unmuteFilmMutation(queryClient, viewerId))
  const onError = failureToast('common.saveFailed')
  // The menu that it was chosen from is closed by then, so that nothing hears of the calls but these promises.
  return ({ id: filmId, title }) =>
    void hide.mutateAsync({ filmId, untilSeen: true }).then(
      () =>
        toast.show({
          text: t('safety.films.hidden', { title }),
          action: { label: t('safety.undo'), onSelect: () => void show.mutateAsync(filmId).catch(onError) },
        }),
      onError,
    )
}
