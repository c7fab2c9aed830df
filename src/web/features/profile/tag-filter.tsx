import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tagKey } from '#shared/tags.ts'
import { memberTagsQuery } from '#web/features/logs/logs.api.ts'
import { Select } from '#web/ui/select.tsx'

interface TagFilterProps {
  userId: string
  /** Empty for all. */
  tag: string
  onChange: (tag: string) => void
}

/** One of a member's tags to choose; nothing for a member who has none. */
export function TagFilter({ userId, tag, onChange }: TagFilterProps) {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery(memberTagsQuery(userId))
  const chosen = tags.find((one) => tagKey(one.tag) === tagKey(tag))
  if (tags.length === 0 && tag === '') return null
  return (
    <Select
      label={t('profile.tags.label')}
      value={chosen?.tag ?? tag}
      onChange={onChange}
      options={[
        { value: '', label: t('profile.tags.all') },
        // What an address names, though it is none of the commonest.
        ...(tag !== '' && !chosen ? [{ value: tag, label: tag }] : []),
        ...tags.map(({ tag: value, logs }) => ({
          value,
          // Isolated: the tag has a direction of its own.
          label: t('profile.tags.count', { tag: `\u2068${value}\u2069`, n: logs }),
        })),
      ]}
    />
  )
}
