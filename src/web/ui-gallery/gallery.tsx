import { StrictMode, useLayoutEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Heart, Languages, Pencil, Plus, Share2, SunMoon, Trash2 } from 'lucide-react'
import { BaseUiProviders } from '#web/ui/base-ui-providers.tsx'
import { AlertHost } from '#web/ui/alert.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Section } from '#web/ui/section.tsx'
import { ToastHost } from '#web/ui/toast.tsx'
import { TopBar } from '#web/ui/top-bar.tsx'
import { FieldsPart } from './fields-part.tsx'
import { OverlaysPart } from './overlays-part.tsx'
import { PicturesPart } from './pictures-part.tsx'
import { StatesPart } from './states-part.tsx'
import { texts } from './texts.ts'
import styles from './gallery.module.css'
import '../styles/tokens.css'
import '../styles/fonts.css'
import '../styles/base.css'

// gallery.html?theme=light&lang=ar: every part in every state, for looking at and for screenshots.
const query = new URLSearchParams(window.location.search)

function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

function Gallery() {
  const [theme, setTheme] = useState(query.get('theme') === 'light' ? 'light' : 'dark')
  const [lang, setLang] = useState<'en' | 'ar'>(query.get('lang') === 'ar' ? 'ar' : 'en')
  const t = texts[lang]
  useLayoutEffect(() => {
    const root = document.documentElement
    root.lang = lang
    root.dir = lang === 'ar' ? 'rtl' : 'ltr'
    root.dataset['theme'] = theme
  }, [lang, theme])
  return (
    <BaseUiProviders direction={lang === 'ar' ? 'rtl' : 'ltr'}>
      <TopBar
        title={t.films[0]}
        onBack={() => window.history.back()}
        backLabel={t.back}
        action={
          <>
            <IconButton
              label="Language"
              icon={<Languages />}
              onClick={() => setLang(lang === 'en' ? 'ar' : 'en')}
            />
            <IconButton
              label="Theme"
              icon={<SunMoon />}
              onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
            />
          </>
        }
      />
      <main className={styles.main}>
        <Section title={t.type}>
          <div className={styles.stack}>
            <Logo size={40} />
            <p className={styles.display}>{t.films[1]}</p>
            <h2>{t.films[2]}</h2>
            <h3>{t.films[3]}</h3>
            <p>{t.body}</p>
            <p className={styles.meta}>{t.body}</p>
          </div>
          <div className={styles.swatches}>
            {['bg', 's1', 's2', 's3', 'accent', 'accent-soft', 'star', 'like', 'success', 'danger'].map(
              (name) => (
                <span key={name} style={{ background: `var(--${name})` }} />
              ),
            )}
            {[0, 1, 2, 3, 4].map((heat) => (
              <span key={heat} style={{ background: `var(--heat-${heat})` }} />
            ))}
          </div>
        </Section>
        <Section title={t.buttons} action={<a href="#more">{t.more}</a>}>
          <div className={styles.stack}>
            <Row>
              <Button>{t.log}</Button>
              <Button variant="secondary" icon={<Pencil />}>
                {t.edit}
              </Button>
              <Button variant="ghost">{t.cancel}</Button>
              <Button variant="danger" icon={<Trash2 />}>
                {t.remove}
              </Button>
            </Row>
            <Row>
              <Button busy>{t.log}</Button>
              <Button variant="secondary" busy>
                {t.update}
              </Button>
              <Button disabled>{t.log}</Button>
              <Button variant="ghost" disabled>
                {t.cancel}
              </Button>
            </Row>
            <Row>
              <Button size="sm">{t.follow}</Button>
              <Button size="sm" variant="secondary" icon={<Plus />}>
                {t.follow}
              </Button>
              <Button size="sm" variant="ghost">
                {t.cancel}
              </Button>
              <Button size="sm" busy>
                {t.follow}
              </Button>
            </Row>
            <Row>
              <IconButton label={t.share} icon={<Share2 />} />
              <IconButton label={t.like} pressed={false} icon={<Heart />} />
              <IconButton label={t.like} pressed icon={<Heart />} />
              <IconButton label={t.edit} variant="filled" icon={<Pencil />} />
              <IconButton label={t.share} variant="overlay" icon={<Share2 />} />
              <IconButton label={t.share} disabled icon={<Share2 />} />
            </Row>
          </div>
        </Section>
        <FieldsPart t={t} />
        <PicturesPart t={t} />
        <OverlaysPart t={t} />
        <StatesPart t={t} />
      </main>
      <ToastHost closeLabel={t.close} />
      <AlertHost />
    </BaseUiProviders>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
