import { useState } from 'react'
import { ShortcutsHelp } from '#web/features/shortcuts/shortcuts-help.tsx'
import { ShortcutsSwitch } from '#web/features/shortcuts/shortcuts-switch.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { isAutoplayOn, isMotionReduced, setAutoplay, setMotionReduced } from '#web/lib/motion.ts'
import { themes } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
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
      <KeyboardSection />
    </div>
  )
}

/** A phone has no keys to look up; one with a keyboard shows them at `?`. */
function KeyboardSection() {
  const { t } = useTranslation()
  const hasDesk = useMediaQuery('(any-pointer: fine)')
  const [isHelping, setHelping] = useState(false)
  return (
    <Section title={t('settings.keyboard')}>
      <div className={styles.switches}>
        <ShortcutsSwitch />
        {hasDesk ? (
          <Button
            className={styles.help}
            variant="secondary"
            size="sm"
            aria-haspopup="dialog"
            onClick={() => setHelping(true)}
          >
            {t('shortcuts.show')}
          </Button>
        ) : null}
      </div>
      <ShortcutsHelp open={isHelping} onClose={() => setHelping(false)} />
    </Section>
  )
}
