import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { LetterboxdFeed } from '#shared/api/letterboxd-feeds.ts'
import { paths } from '#shared/paths.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { Age, Day } from '#web/lib/relative-time.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { WarningLine } from '#web/ui/feedback/warning-line.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { StarRating } from '#web/ui/ratings/star-rating.tsx'
import styles from './letterboxd-follow.module.css'
import {
  followFeedMutation,
  letterboxdFeedQuery,
  readFeedMutation,
  unfollowFeedMutation,
} from './transfer.api.ts'

/** Follows what the member goes on doing at Letterboxd; nothing where the operator does not let feeds be followed. */
export function LetterboxdFollow() {
  const { t } = useTranslation()
  const { data } = useQuery(letterboxdFeedQuery())
  if (!data?.allowed) return null
  return (
    <Section title={t('transfer.follow.title')}>
      <p className={styles.text}>{t('transfer.follow.text')}</p>
      <div className={styles.box}>{data.feed ? <Followed feed={data.feed} /> : <NewFeed />}</div>
    </Section>
  )
}

function NewFeed() {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const follow = useMutation(followFeedMutation(useQueryClient()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() !== '' && !follow.isPending) follow.mutate({ username: username.trim() })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('transfer.follow.username')}
        hint={t('transfer.follow.hint')}
        name="letterboxd-username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={200}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      {follow.error ? <InlineError text={failureText(follow.error, 'common.notDone')} /> : null}
      <Button type="submit" busy={follow.isPending} disabled={username.trim() === ''}>
        {t('transfer.follow.action')}
      </Button>
    </form>
  )
}

function Followed({ feed }: { feed: LetterboxdFeed }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const read = useMutation(readFeedMutation(queryClient))
  const stop = useMutation(unfollowFeedMutation(queryClient))
  const onError = failureToast('common.notDone')
  const askToStop = async () => {
    const sure = await confirm({
      title: t('transfer.follow.stopQuestion', { name: feed.username }),
      text: t('transfer.follow.stopText'),
      confirmLabel: t('transfer.follow.stop'),
      cancelLabel: t('common.cancel'),
    })
    if (sure) stop.mutate(undefined, { onError })
  }
  return (
    <>
      <p className={styles.name}>
        <bdi>letterboxd.com/{feed.username}</bdi>
      </p>
      <p className={styles.fact}>
        {feed.readAt === null ? null : (
          <>
            {t('transfer.follow.read')} <Age at={feed.readAt} />
          </>
        )}
      </p>
      {feed.fault === null ? null : (
        <WarningLine>
          {t(`errors.letterboxd.${feed.fault}`)}
          {feed.pausedAt === null ? null : ` ${t('transfer.follow.paused')}`}
        </WarningLine>
      )}
      <div className={styles.acts}>
        <Button size="sm" busy={read.isPending} onClick={() => read.mutate(undefined, { onError })}>
          {t('transfer.follow.readNow')}
        </Button>
        <Button variant="secondary" size="sm" busy={stop.isPending} onClick={() => void askToStop()}>
          {t('transfer.follow.stop')}
        </Button>
      </div>
      <h3 className={styles.heading}>{t('transfer.follow.items')}</h3>
      {feed.items.length === 0 ? (
        <p className={styles.fact}>{t('transfer.follow.none')}</p>
      ) : (
        <ol className={styles.items}>
          {feed.items.map((item) => (
            <Item key={item.number} item={item} />
          ))}
        </ol>
      )}
    </>
  )
}

const undecided = new Set<string>(['doubtful', 'not-found', 'failed'])

function Item({ item }: { item: LetterboxdFeed['items'][number] }) {
  const { t } = useTranslation()
  const { title, year, watchedOn, rating, outcome, importId } = item
  const became = t(`transfer.follow.outcomes.${outcome}`)
  return (
    <li className={styles.item}>
      <span>
        <bdi className={styles.title}>{title}</bdi> {year === null ? null : <span>{year}</span>}
      </span>
      <span className={styles.fact}>
        {watchedOn === null ? null : <Day day={watchedOn} />}
        {rating === null ? null : <StarRating value={rating} label={t('common.stars', { value: rating })} />}
        {importId !== null && undecided.has(outcome) ? (
          <Link className={styles.decide} to={paths.importRows(importId)}>
            {became}
          </Link>
        ) : (
          <span>{became}</span>
        )}
      </span>
    </li>
  )
}
