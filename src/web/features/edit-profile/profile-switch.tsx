import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { SaveNote } from '#web/features/settings/save-note.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { useProfileChoice } from './use-profile-choice.ts'

interface ProfileSwitchProps {
  memberId: string
  setting: 'discoverable' | 'lesserKnownFilms' | 'searchEngines'
  /** Shown until the member's choice is known. */
  usual: boolean
  label: string
  hint: string
  onSaved?: () => void
}

/** A choice of the member's own that is on or off. */
export function ProfileSwitch({ memberId, setting, usual, label, hint, onSaved }: ProfileSwitchProps) {
  const { member, isError, refetch, chosen, choose, save } = useProfileChoice(memberId, setting, usual)
  if (!member && isError) return <LoadFailed onRetry={refetch} />
  return (
    <Switch
      label={label}
      hint={hint}
      checked={chosen}
      disabled={!member}
      onChange={(on) => choose(on, onSaved)}
      note={<SaveNote save={save} />}
    />
  )
}
