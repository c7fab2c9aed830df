import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Ellipsis } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { Evening } from '#shared/api/evenings.ts'
import { paths } from '#shared/paths.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { useCopyText } from '#web/features/links/use-link-items.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { ApiError } from '#web/lib/api.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { useRealtime } from '#web/lib/realtime.ts'
import { useSession } from '#web/lib/session.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { AskFriends } from './ask-friends.tsx'
import {
  endEveningMutation,
  eveningQuery,
  joinEveningMutation,
  startEveningMutation,
  updateEveningMutation,
} from './evenings.api.ts'
import styles from './evenings.module.css'
import { Leave } from './leave.tsx'
import { Result } from './evening-result.tsx'
import { VotingCards } from './voting-cards.tsx'

/** An evening, from who is there to what was watched. */
export function EveningView({ code, onBack }: { code: string; onBack: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // The server is not asked for anything that cannot be a code.
  const isCode = /^[A-Z0-9]{6}$/.test(code)
  const { data, error, refetch } = useQuery({ ...eveningQuery(code), enabled: isCode })
  useRealtime('evening', ({ eveningId }) => {
    if (data?.id === eveningId) void queryClient.invalidateQueries({ queryKey: eveningQuery(code).queryKey })
  })
  const isOver = !isCode || (error instanceof ApiError && error.code === 'evening.not_found')
  return (
    <>
      <TopBar title={t('tonight.title')} onBack={onBack} />
      <div className={styles.column} aria-busy={data === undefined && !error && isCode}>
        {data === null ? (
          <div className={styles.parts} data-alone="true">
            <Join code={code} />
          </div>
        ) : isOver ? (
          <EmptyState
            drawing="curtain"
            text={t('errors.evening.not_found')}
            action={
              <Link className={buttonClass('secondary')} to={paths.tonight()}>
                {t('tonight.title')}
              </Link>
            }
          />
        ) : data ? (
          <Stage evening={data} />
        ) : error ? (
          <LoadFailed text={t('tonight.failed')} onRetry={refetch} />
        ) : (
          <Skeleton height="24rem" radius="var(--radius-card)" />
        )}
      </div>
    </>
  )
}

function Stage({ evening }: { evening: Evening }) {
  if (evening.state === 'lobby') return <Lobby evening={evening} />
  if (evening.state === 'done') return <Result evening={evening} />
  const isDone = evening.cards.every(({ vote }) => vote !== null)
  return isDone ? <Waiting evening={evening} /> : <VotingCards evening={evening} />
}

/** A member says yes to what it means; a guest says a name. */
function Join({ code }: { code: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const [name, setName] = useState('')
  const join = useMutation(joinEveningMutation(useQueryClient(), code))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!join.isPending) join.mutate(session ? undefined : name.trim())
  }
  return (
    <Card title={t('tonight.join.title')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Code code={code} />
        <p className={styles.muted}>{t(session ? 'tonight.join.member' : 'tonight.join.guest')}</p>
        {session ? null : (
          <TextField
            label={t('tonight.join.name')}
            name="guest-name"
            autoComplete="given-name"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        {join.error ? <InlineError text={failureText(join.error, 'common.notDone')} /> : null}
        <Button type="submit" busy={join.isPending} disabled={!session && name.trim() === ''}>
          {t('tonight.join.action')}
        </Button>
      </form>
    </Card>
  )
}

/** From left to right in every language, and read out letter by letter. */
function Code({ code }: { code: string }) {
  const { t } = useTranslation()
  return (
    <p className={styles.code} dir="ltr">
      <span lang="en" aria-hidden="true">
        {code}
      </span>
      <VisuallyHidden>{t('tonight.code', { code: code.split('').join(' ') })}</VisuallyHidden>
    </p>
  )
}

function Lobby({ evening }: { evening: Evening }) {
  const { t } = useTranslation()
  const session = useSession()
  const copy = useCopyText()
  const start = useMutation(startEveningMutation(useQueryClient(), evening.code))
  const there = evening.people.filter(({ hasLeft }) => !hasLeft)
  return (
    <div className={styles.parts}>
      <Card title={t('tonight.lobby.guests')}>
        <Code code={evening.code} />
        <p className={styles.muted}>{t('tonight.lobby.text')}</p>
        <div className={styles.acts}>
          <Button
            variant="secondary"
            icon={<Copy />}
            onClick={() =>
              void copy(
                new URL(paths.evening(evening.code), window.location.href).href,
                t('tonight.lobby.copied'),
              )
            }
          >
            {t('common.copyLink')}
          </Button>
        </div>
      </Card>
      <Card title={t('tonight.lobby.title')}>
        <People evening={evening} isTold={false} />
        {start.error instanceof ApiError && start.error.code === 'evening.empty' ? (
          <EmptyState
            small
            drawing="shelf"
            text={t('errors.evening.empty')}
            action={
              <Link className={buttonClass('secondary')} to={paths.tonight()}>
                {t('tonight.title')}
              </Link>
            }
          />
        ) : start.error ? (
          <InlineError text={failureText(start.error, 'common.notDone')} />
        ) : null}
        <div className={styles.acts}>
          {evening.isHost && session ? <AskFriends evening={evening} memberId={session.user._id} /> : null}
          {evening.isHost ? (
            <Button busy={start.isPending} disabled={there.length < 2} onClick={() => start.mutate()}>
              {t('tonight.lobby.start')}
            </Button>
          ) : (
            <p className={styles.muted} role="status">
              {t('tonight.lobby.waits')}
            </p>
          )}
          <Leave code={evening.code} />
        </div>
        {start.isPending && evening.hasServices ? (
          <p className={styles.fact} role="status">
            {t('tonight.lobby.looking')}
          </p>
        ) : null}
      </Card>
      <WhichFilms evening={evening} />
    </div>
  )
}

/** What may be a card, which the host can change until they are dealt; and one's own services, which count too. */
function WhichFilms({ evening }: { evening: Evening }) {
  const { t } = useTranslation()
  const session = useSession()
  const update = useMutation(updateEveningMutation(useQueryClient(), evening.code))
  const { isHost, hasServices } = evening
  const changes = update.isPending ? update.variables : {}
  const { hideSeen = evening.hideSeen, onServices = evening.onServices } = changes
  const change = (body: typeof changes) =>
    update.mutate({ ...changes, ...body }, { onError: failureToast('common.notDone') })
  if (!isHost && (hasServices === null || !session)) return null
  return (
    <Card title={t(isHost ? 'tonight.lobby.films' : 'streaming.title')}>
      <div className={styles.switches}>
        {isHost ? (
          <Switch
            label={t('tonight.new.hideSeen')}
            checked={hideSeen}
            onChange={(on) => change({ hideSeen: on })}
          />
        ) : null}
        {isHost && hasServices !== null ? (
          <Switch
            label={t('tonight.new.onServices')}
            hint={hasServices ? undefined : t('tonight.lobby.noServices')}
            checked={onServices && hasServices}
            disabled={!hasServices}
            onChange={(on) => change({ onServices: on })}
          />
        ) : null}
      </div>
      {hasServices === null || !session ? null : (
        <>
          {isHost ? null : <p className={styles.muted}>{t('streaming.text')}</p>}
          <Link className={buttonClass('secondary')} to={paths.streaming()}>
            {t('tonight.lobby.chooseServices')}
          </Link>
        </>
      )}
    </Card>
  )
}

/** Who is there; while cards are answered, who has answered all. */
function People({ evening, isTold }: { evening: Evening; isTold: boolean }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.people} aria-label={t('tonight.people')}>
      {evening.people.map((person) => (
        <li key={person.id} className={styles.person} data-left={person.hasLeft}>
          <span className={styles.face}>
            <Avatar src={avatarUrl(person.member?.avatar)} size={44} />
            {isTold && !person.hasLeft ? (
              <span className={styles.mark} data-ready={person.isReady}>
                {person.isReady ? (
                  <Check size={14} aria-hidden="true" />
                ) : (
                  <Ellipsis size={14} aria-hidden="true" />
                )}
                <VisuallyHidden>{t(person.isReady ? 'tonight.ready' : 'tonight.notReady')}</VisuallyHidden>
              </span>
            ) : null}
          </span>
          <bdi className={styles.personName}>
            {person.member ? `@${person.member.username}` : person.name}
          </bdi>
          {person.hasLeft ? <span className={styles.fact}>{t('tonight.left')}</span> : null}
        </li>
      ))}
    </ul>
  )
}

function Waiting({ evening }: { evening: Evening }) {
  const { t } = useTranslation()
  const end = useMutation(endEveningMutation(useQueryClient(), evening.code))
  const [isBack, setBack] = useState(false)
  const waiting = evening.people.filter(({ hasLeft, isReady, isMe }) => !hasLeft && !isReady && !isMe).length
  if (isBack) return <VotingCards evening={evening} onDone={() => setBack(false)} />
  return (
    <div className={styles.narrow}>
      <Card title={t('tonight.waiting.title')}>
        <p className={styles.muted} role="status">
          {t('tonight.waiting.text', { count: waiting })}
        </p>
        <People evening={evening} isTold />
        {end.error ? <InlineError text={failureText(end.error, 'common.notDone')} /> : null}
        <div className={styles.acts}>
          {evening.isHost ? (
            <Button busy={end.isPending} onClick={() => end.mutate()}>
              {t('tonight.waiting.end')}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={() => setBack(true)}>
            {t('tonight.waiting.back')}
          </Button>
          <Leave code={evening.code} />
        </div>
      </Card>
    </div>
  )
}
