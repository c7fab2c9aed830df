import { useState } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { isAutoplayOn, isMotionReduced, setAutoplay, setMotionReduced } from '#web/lib/motion.ts'
import { themes } from '#web/lib/preferences.ts'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import styles from './settings-section.module.css'
import { chooseTheme, useTheme } from './use-theme.ts'

/** How Scene looks and moves on this device. */
export function AppearanceView() {
  const { t } = useTranslation()
  const theme = useTheme()
  const [autoplay, chooseAutoplay] = useState(isAutoplayOn)
  const [reduced, chooseReduced] = useState(isMotionReduced)
  return (
    <div className={styles.column}>
      <Section title={t('settings.theme.label')}>
        <ToggleGroup
          label={t('settings.theme.label')}
          value={theme}
          onChange={chooseTheme}
          options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        />
      </Section>
      <Section title={t('settings.motion.title')}>
        <div className={styles.switches}>
          <Switch
            label={t('settings.motion.autoplay')}
            hint={t('settings.motion.autoplayHint')}
            checked={autoplay}
            onChange={(on) => {
              setAutoplay(on)
              chooseAutoplay(on)
            }}
          />
          <Switch
            label={t('settings.motion.reduce')}
            hint={t('settings.motion.reduceHint')}
            checked={reduced}
            onChange={(on) => {
              setMotionReduced(on)
              chooseReduced(on)
            }}
          />
        </div>
      </Section>
    </div>
  )
}
