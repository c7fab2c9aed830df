import { useMutation } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateReply, type AssistantLanguage } from '#shared/api/assistant.ts'
import { errorText } from '#web/i18n/index.ts'
import { call } from '#web/lib/api.ts'
import { directionOf } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { assistantLanguages, localeOfLanguage } from './language-phrases.ts'
import styles from './reply-translation.module.css'

/** A reply in the two other languages, shown below it until it is hidden again. */
export function ReplyTranslation({ text, language }: { text: string; language: AssistantLanguage }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const translate = useMutation({
    mutationFn: (target: AssistantLanguage) => call(translateReply, { body: { text, target } }),
    onSuccess: () => setShown(true),
    onError: (error) => toast.error(errorText(error, 'sceneBot.unavailable')),
  })
  const { data, variables: target, isPending } = translate

  return (
    <>
      {isShown && data && target ? (
        <>
          <p
            className={styles.translation}
            lang={localeOfLanguage[target]}
            dir={directionOf(localeOfLanguage[target])}
            role="status"
          >
            {data.translated}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setShown(false)}>
            {t('sceneBot.hideTranslation')}
          </Button>
        </>
      ) : (
        <Menu
          className={styles.button}
          label={t('sceneBot.translate')}
          trigger={
            <span className={styles.label} aria-busy={isPending}>
              <Languages size={18} aria-hidden="true" />
              {t('sceneBot.translate')}
            </span>
          }
          items={assistantLanguages
            .filter((other) => other !== language)
            .map((other) => ({
              label: t(`sceneBot.languages.${other}`),
              onSelect: () => {
                if (data && target === other) setShown(true)
                else if (!isPending) translate.mutate(other)
              },
            }))}
        />
      )}
    </>
  )
}
