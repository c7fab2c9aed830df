import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert, EyeOff, FileInput, Settings } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { LoadingStatus } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useBack } from '#web/lib/use-back.ts'
import { useUnsavedChanges } from '#web/lib/drafts/use-unsaved-changes.ts'
import { confirm } from '#web/ui/overlays/alert.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { ConnectionsField } from './connections-field.tsx'
import { DeleteAccount } from './delete-account.tsx'
import styles from './edit-profile.module.css'
import { FavouritesField } from './favourites-field.tsx'
import { PicturesField } from './pictures-field.tsx'
import type { Profile } from '#web/features/members/members.api.ts'
import {
  maxBioLength,
  profileChanges,
  profileWithDraft,
  socialKinds,
  useProfileDraft,
} from './profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The form once the member's profile is here; until then its outline, or why it did not come. */
export function EditProfile({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const leave = useBack(paths.profile())
  const { data: member, error, isPending, refetch } = useQuery(memberQuery(userId))
  if (member) return <EditProfileForm member={member} />
  return (
    <>
      <TopBar title={t('profile.edit')} onBack={leave} />
      {isPending ? (
        <EditProfileSkeleton />
      ) : (
        <div className={styles.column}>
          <LoadFailed error={error} onRetry={refetch} />
        </div>
      )}
    </>
  )
}

/** The form's boxes while the profile is on its way. */
function EditProfileSkeleton() {
  return (
    <div className={styles.column} aria-busy="true">
      <LoadingStatus />
      <div className={styles.form}>
        <Skeleton height="auto" radius="var(--radius-card)" className={styles.wide} />
        <Skeleton width="70%" height="2.25rem" radius="var(--radius-full)" />
        <Skeleton height="6rem" />
        <Skeleton height="9rem" radius="var(--radius-card)" />
        {socialKinds.map((kind) => (
          <Skeleton key={kind} height="3rem" />
        ))}
      </div>
    </div>
  )
}

/** Changes one's own profile. */
function EditProfileForm({ member }: { member: Profile }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useBack(paths.profile())
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const state = useProfileDraft(member._id)
  const { draft, photo, set, setPhoto, forget } = state
  const shown = profileWithDraft(member, draft)
  const dirty = photo !== null || Object.keys(profileChanges(member, draft)).length > 0

  const release = useUnsavedChanges({
    dirty,
    keptAt: paths.chooseBackdrop(),
    ask: () =>
      confirm({
        title: t('editProfile.leave.question'),
        text: t('editProfile.leave.text'),
        confirmLabel: t('editProfile.leave.action'),
        cancelLabel: t('editProfile.leave.stay'),
        danger: true,
      }),
    onDiscard: forget,
  })

  const { save, isSaving, faults, setFault } = useSaveProfile(member, state, () => {
    release()
    forget()
    void navigate(paths.profile(member._id), { replace: true })
  })

  useEffect(() => {
    const [kind] = Object.keys(faults.links)
    if (kind) form.current?.querySelector<HTMLInputElement>(`[name="${kind}"]`)?.focus()
  }, [faults.links])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }

  return (
    <>
      <TopBar
        title={t('profile.edit')}
        onBack={leave}
        action={
          <Button type="submit" form={formId} size="sm" busy={isSaving}>
            {t('editProfile.save')}
          </Button>
        }
      />
      <div className={styles.column}>
        {/* The checks and their texts are ours; the browser's own would come first. */}
        <form id={formId} ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
          {faults.profile === null ? null : (
            <div className={styles.failure}>
              <InlineError text={faults.profile} />
              <Button variant="secondary" size="sm" onClick={() => void save()}>
                {t('common.retry')}
              </Button>
            </div>
          )}
          <PicturesField
            member={member}
            photo={photo}
            onPhoto={setPhoto}
            error={faults.photo}
            onError={(text) => setFault({ photo: text })}
            backdrop={shown.backdrop}
            onRemoveBackdrop={() => set({ backdrop: null })}
          />
          <TextArea
            label={t('editProfile.bio')}
            name="bio"
            placeholder={t('editProfile.bioPlaceholder')}
            value={shown.bio}
            onChange={(event) => set({ bio: event.target.value })}
            maxLength={maxBioLength}
            counter
            counterText={(left) => t('editProfile.bioLeft', { count: left })}
            rows={3}
            autoGrow
          />
          <div>
            <FavouritesField
              films={shown.favoriteFilms}
              onChange={(favoriteFilms) => {
                setFault({ favourites: null })
                set({ favoriteFilms })
              }}
              error={faults.favourites}
            />
            <ConnectionsField
              links={shown.socials}
              onChange={(kind, link) => {
                if (faults.links[kind]) setFault({ links: {} })
                set({ socials: { ...draft.socials, [kind]: link } })
              }}
              errors={faults.links}
            />
          </div>
        </form>
        <Section title={t('editProfile.import.title')}>
          <p className={styles.text}>{t('editProfile.import.text')}</p>
          <Link className={buttonClass('secondary')} to={paths.importData()}>
            <FileInput aria-hidden="true" size={20} className={styles.icon} />
            {t('editProfile.import.action')}
          </Link>
        </Section>
        <ContactInfo member={member} onLeave={release} />
        <Section title={t('editProfile.account')}>
          <div className={styles.account}>
            <Link className={buttonClass('secondary')} to={paths.settings()}>
              <Settings aria-hidden="true" size={20} className={styles.icon} />
              {t('settings.title')}
            </Link>
            <DeleteAccount userId={member._id} onDeleted={release} />
          </div>
        </Section>
      </div>
    </>
  )
}

interface ContactInfoProps {
  member: Profile
  /** The way to the verification loads another page; what is in the form stays kept. */
  onLeave: () => void
}

/** What only the member sees: the e-mail address and whether it is verified. Closed until asked for. */
function ContactInfo({ member, onLeave }: ContactInfoProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const verified = member.emailVerified === true
  return (
    <Section
      title={t('editProfile.contact.title')}
      action={
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((now) => !now)}
        >
          {t(open ? 'profile.hide' : 'profile.show')}
        </Button>
      }
    >
      <div id={id} className={styles.card} hidden={!open}>
        <dl className={styles.rows}>
          <div>
            <dt>{t('auth.email')}</dt>
            <dd className={styles.email}>
              <bdi>{member.email}</bdi>
            </dd>
          </div>
        </dl>
        <p className={verified ? styles.verified : styles.unverified}>
          {verified ? (
            <BadgeCheck aria-hidden="true" size={20} />
          ) : (
            <CircleAlert aria-hidden="true" size={20} />
          )}
          {t(verified ? 'editProfile.contact.verified' : 'editProfile.contact.unverified')}
        </p>
        {verified ? null : (
          <a className={buttonClass('secondary', 'sm')} href={paths.verifyEmail()} onClick={onLeave}>
            {t('settings.verifyEmail')}
          </a>
        )}
        <p className={styles.note}>
          <EyeOff aria-hidden="true" size={16} />
          {t('editProfile.contact.private')}
        </p>
      </div>
    </Section>
  )
}
