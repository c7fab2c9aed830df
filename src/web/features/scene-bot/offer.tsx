import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleSlash, Plus, RotateCcw } from 'lucide-react'
import { isolated } from '#shared/isolated.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import styles from './chat-message.module.css'
import { carryOut, type Proposal } from './proposals.api.ts'

interface OfferProps {
  memberId: string
  proposal: Proposal
  /** Whether the button names the film: what a model says above it may be of another. */
  named: boolean
  accepted: boolean
  onAccepted: () => void
}

/** The answer to SceneBot's question whether to do something: nothing is done before it is pressed. */
export function Offer({ memberId, proposal, named, accepted, onAccepted }: OfferProps) {
  const queryClient = useQueryClient()
  const act = useMutation({
    mutationKey: ['scene-bot', 'offer'],
    mutationFn: () => carryOut(queryClient, memberId, proposal),
  })
  const { action, done, icon, failed } = useOfferTexts(proposal, named)
  if (accepted)
    return (
      <p className={styles.accepted} role="status">
        <Check size={18} aria-hidden="true" />
        {done}
      </p>
    )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        busy={act.isPending}
        onClick={() => act.mutate(undefined, { onSuccess: onAccepted })}
      >
        {action}
      </Button>
      {act.isError ? <InlineError text={errorText(act.error, failed)} /> : null}
    </>
  )
}

function useOfferTexts(proposal: Proposal, named: boolean) {
  const { t, locale } = useTranslation()
  // Between Arabic words a name of the other direction stands by itself.
  const shown = (text: string) => (locale === 'ar' ? isolated(text) : text)
  if ('offer' in proposal) {
    const { film, list } = proposal.offer
    const place = list ? 'list' : 'watchlist'
    const action = named ? (list ? 'filmToList' : 'filmToWatchlist') : place
    const names = { film: shown(film.title), title: shown(list?.title ?? '') }
    return {
      action: t(`sceneBot.offer.action.${action}`, names),
      done: t(`sceneBot.offer.done.${place}`, names),
      icon: <Plus size={18} />,
      failed: 'sceneBot.offer.failed' as const,
    }
  }
  const { film, refused } = proposal.refusal
  const what = refused ? 'refuse' : film ? 'again' : 'allAgain'
  const names = { film: shown(film?.title ?? '') }
  return {
    action: t(`sceneBot.offer.action.${what}`, names),
    done: t(`sceneBot.offer.done.${what}`, names),
    icon: refused ? <CircleSlash size={18} /> : <RotateCcw size={18} />,
    failed: 'common.notDone' as const,
  }
}
