import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Minus, X } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import type { Evening, Vote } from '#shared/api/evenings.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { yearOf } from '#web/features/films/film-grid.tsx'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useScreenKeys } from '#web/lib/keyboard.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { endEveningMutation, voteMutation } from './evenings.api.ts'
import styles from './evenings.module.css'
import { OnServices } from './on-services.tsx'
import { useSwipe, voteOf } from './use-swipe.ts'

const icons = { no: X, fine: Minus, yes: Check } as const

type Card = Evening['cards'][number]

const posterSizes = '(min-width: 1024px) 300px, 242px'

interface VotingCardsProps {
  evening: Evening
  /** All are answered, and looked through again. */
  onDone?: () => void
}

/** One film after another, by three buttons, three keys or a swipe; back to the one before until all have answered. */
export function VotingCards({ evening, onDone }: VotingCardsProps) {
  const { t, locale } = useTranslation()
  const queryClient = useQueryClient()
  const { cards, code } = evening
  const [at, setAt] = useState(() =>
    onDone
      ? 0
      : Math.max(
          0,
          cards.findIndex(({ vote }) => vote === null),
        ),
  )
  const { mutateAsync } = useMutation(voteMutation(queryClient, code))
  const end = useMutation(endEveningMutation(queryClient, code))
  /** The card that slides away. */
  const [gone, setGone] = useState<{ card: Card; vote: Vote } | null>(null)
  const card = cards[Math.min(at, cards.length - 1)]
  const following = cards[at + 1]
  const hasVeto = !cards.some(({ isVeto }) => isVeto)
  const online = useOnline()
  const isRtl = locale === 'ar'

  const next = () => {
    if (at + 1 < cards.length) return setAt(at + 1)
    // A card without an answer, such as one whose answer did not come through.
    const open = cards.findIndex(({ id, vote }) => vote === null && id !== card?.id)
    if (open >= 0) setAt(open)
    else onDone?.()
  }
  const answer = (vote: Vote, veto = false) => {
    if (!card) return
    setGone({ card, vote })
    // Each is told, also while others are under way.
    mutateAsync({ movieId: card.id, vote, veto }).catch(failureToast('common.notDone'))
    next()
  }
  const veto = async () => {
    if (!card || !hasVeto) return
    const sure = await confirmDanger({
      title: t('tonight.veto.question', { title: card.title }),
      text: t('tonight.veto.text'),
      confirmLabel: t('tonight.veto.action'),
    })
    if (sure) answer('no', true)
  }

  const vetoKey = useShortcut('v')
  useScreenKeys((key, event) => {
    if (event.repeat) return
    const [start, forward] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    if (key === start) answer('no')
    else if (key === 'ArrowDown') answer('fine')
    else if (key === forward) answer('yes')
    else if (key === vetoKey) void veto()
    else return
    event.preventDefault()
  })
  const { moved, handlers } = useSwipe(isRtl, (vote) => answer(vote))
  const would = moved && voteOf(moved)

  if (!card) return null
  const keys = { no: isRtl ? '→' : '←', fine: '↓', yes: isRtl ? '←' : '→' }
  return (
    <section className={styles.stage} aria-label={t('tonight.cards')}>
      <Progress
        label={t('tonight.cards')}
        value={at + 1}
        max={cards.length}
        text={t('tonight.progress', { at: at + 1, count: cards.length })}
      />
      {online ? null : (
        <p className={styles.fact} role="status">
          {t('tonight.votesWait')}
        </p>
      )}
      <span role="status">
        <VisuallyHidden>
          {card.title}, {yearOf(card.release_date)}
        </VisuallyHidden>
      </span>
      <div className={styles.table}>
        <div className={styles.card} {...handlers}>
          <span className={styles.pile}>
            {following ? (
              <span className={styles.under} aria-hidden="true">
                <FilmPoster film={following} sizes={posterSizes} alt="" eager />
              </span>
            ) : null}
            <span
              key={card.id}
              className={styles.top}
              data-moved={moved !== null}
              style={moved ? ({ '--across': moved.across, '--up': moved.up } as CSSProperties) : undefined}
            >
              <FilmPoster film={card} sizes={posterSizes} alt="" eager />
              {would ? (
                <span className={styles.would} data-vote={would} aria-hidden="true">
                  {t(`tonight.votes.${would}`)}
                </span>
              ) : null}
            </span>
            {gone ? (
              <span
                key={`${gone.card.id} ${at}`}
                className={styles.gone}
                data-vote={gone.vote}
                aria-hidden="true"
                onAnimationEnd={() => setGone(null)}
              >
                <FilmPoster film={gone.card} sizes={posterSizes} alt="" eager />
              </span>
            ) : null}
          </span>
          <div key={card.id} className={styles.cardText}>
            <h2 className={styles.cardTitle}>
              <FilmTitle film={card} />
            </h2>
            <p className={styles.fact}>
              {[
                yearOf(card.release_date),
                card.runtime > 0 ? t('film.minutes', { count: card.runtime }) : '',
                card.wanted > 0 ? t('tonight.wanted', { count: card.wanted }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <OnServices services={card.services} />
            <p className={styles.overview} dir="auto">
              {card.overview}
            </p>
          </div>
        </div>
        <div className={styles.deck}>
          <div
            className={styles.votes}
            role="radiogroup"
            aria-label={t('tonight.yourVote', { title: card.title, year: yearOf(card.release_date) })}
          >
            {(['no', 'fine', 'yes'] as const).map((vote) => {
              const Icon = icons[vote]
              return (
                <button
                  key={vote}
                  type="button"
                  role="radio"
                  className={styles.vote}
                  data-vote={vote}
                  aria-checked={card.vote === vote && !card.isVeto}
                  onClick={() => answer(vote)}
                >
                  <Icon size={22} aria-hidden="true" />
                  <span>
                    {t(`tonight.votes.${vote}`)}
                    <kbd className={styles.key} aria-hidden="true">
                      {keys[vote]}
                    </kbd>
                  </span>
                </button>
              )
            })}
          </div>
          <div className={styles.deckActs}>
            <Button
              variant="ghost"
              size="sm"
              aria-disabled={at === 0}
              onClick={() => setAt(Math.max(0, at - 1))}
            >
              {t('tonight.before')}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-disabled={!hasVeto}
              aria-keyshortcuts={vetoKey}
              onClick={() => void veto()}
            >
              {card.isVeto ? t('tonight.veto.mine') : t('tonight.veto.left', { count: hasVeto ? 1 : 0 })}
              {vetoKey ? (
                <kbd className={styles.key} aria-hidden="true">
                  V
                </kbd>
              ) : null}
            </Button>
            {evening.isHost ? (
              <Button variant="ghost" size="sm" busy={end.isPending} onClick={() => end.mutate()}>
                {t('tonight.waiting.end')}
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {cards.some(({ services }) => services.length > 0) ? (
        <p className={styles.credit}>{t('streaming.credit')}</p>
      ) : null}
    </section>
  )
}
