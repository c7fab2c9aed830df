import { FileInput, Settings } from 'lucide-react'
import { useEffect, useId, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useBack } from '#web/lib/use-back.ts'
import { useUnsavedChanges } from '#web/lib/use-unsaved-changes.ts'
import { confirm } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { ConnectionsField } from './connections-field.tsx'
import { ContactInfo } from './contact-info.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { FavouritesField } from './favourites-field.tsx'
import { PicturesField } from './pictures-field.tsx'
import { maxBioLength, profileChanges, shownProfile, type Profile } from './profile-draft.ts'
import { useProfileDraft } from './use-profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'
import styles from './edit-profile.module.css'

/** Changes one's own profile. */
export function EditProfileForm({ member }: { member: Profile }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const leave = useBack(paths.profile())
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const state = useProfileDraft(member._id)
  const { draft, photo, set, setPhoto, forget } = state
  const shown = shownProfile(member, draft)
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
        backLabel={t('common.back')}
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
