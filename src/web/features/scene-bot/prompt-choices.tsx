import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { offered } from './use-prompts.ts'
import styles from './prompt-choices.module.css'

interface PromptChoicesProps {
  /** Undefined while they load. */
  prompts: readonly string[] | undefined
  onChoose: (prompt: string) => void
}

/** Examples of what can be asked; a press inserts one. */
export function PromptChoices({ prompts, onChoose }: PromptChoicesProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.choices} aria-label={t('sceneBot.examples')}>
      {prompts
        ? prompts.map((prompt) => (
            <li key={prompt}>
              <button type="button" className={styles.choice} dir="auto" onClick={() => onChoose(prompt)}>
                {prompt}
              </button>
            </li>
          ))
        : Array.from({ length: offered }, (_, index) => (
            <li key={index}>
              <Skeleton height="var(--target)" radius="var(--radius-card)" />
            </li>
          ))}
    </ul>
  )
}
